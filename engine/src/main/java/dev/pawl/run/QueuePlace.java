package dev.pawl.run;

/// A run's place in a queue: higher priorities first, then earlier runs.
public record QueuePlace(String queue, int priority) {}
