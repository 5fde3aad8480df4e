package dev.pawl.engine.store;

import dev.pawl.run.RunId;

/// A run that waits for a slot of a queue.
public record Queued(RunId run, int priority, String key) {}
