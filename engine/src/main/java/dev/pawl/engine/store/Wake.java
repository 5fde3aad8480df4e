package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import java.time.Instant;

/// A run that time alone can move, and when.
public record Wake(Instant at, RunId run) {}
