package dev.pawl.engine.store;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;

/// A history entry with its position in the log of all runs. Positions grow and can have gaps.
public record LoggedEntry(long position, RunId run, String machine, HistoryEntry entry) {}
