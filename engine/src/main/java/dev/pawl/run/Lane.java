package dev.pawl.run;

/// A run's place in a queue: higher priorities first, then earlier runs.
public record Lane(String queue, int priority) {}
