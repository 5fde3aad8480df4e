package dev.pawl.run;

/// The permits of a pool that a run waits for while it is ACQUIRING, and holds while it is RUNNING.
///
/// They are stored with the run, so that the engine frees the right permits even if a newer
/// definition needs others.
public record PermitNeed(String pool, int count) {}
