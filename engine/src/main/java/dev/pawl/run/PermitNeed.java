package dev.pawl.run;

/// The permits of a pool that a run waits for while it is ACQUIRING, and holds while it is RUNNING.
///
/// They are part of the run: whatever its definition becomes, the transition that ends their use
/// knows what to free.
public record PermitNeed(String pool, int count) {}
