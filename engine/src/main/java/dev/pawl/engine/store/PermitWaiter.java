package dev.pawl.engine.store;

import dev.pawl.run.RunId;

/// A run that waits for permits of a pool.
public record PermitWaiter(RunId run, int priority, int count) {}
