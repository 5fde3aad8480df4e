package dev.pawl.engine.store;

import dev.pawl.run.RunId;
import java.time.Instant;

/// When the timer or deadline of a run moves it.
public record Wake(Instant at, RunId run) {}
