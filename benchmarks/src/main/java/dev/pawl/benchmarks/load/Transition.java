package dev.pawl.benchmarks.load;

/// A step of a yardstick's run, counted from 0.
public record Transition(long run, int step) {}
