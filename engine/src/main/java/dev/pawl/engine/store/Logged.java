package dev.pawl.engine.store;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;

/// One history entry with its place in the log of all runs; positions grow, with gaps.
public record Logged(long position, RunId run, String machine, HistoryEntry entry) {}
