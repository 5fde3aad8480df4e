package dev.pawl.benchmarks;

/// A run of a yardstick made a step, counted from 0.
record Transition(long run, int step) {}
