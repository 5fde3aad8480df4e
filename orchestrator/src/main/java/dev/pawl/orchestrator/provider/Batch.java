package dev.pawl.orchestrator.provider;

import java.util.List;

/// Entries that are written together, in the order of the source.
public record Batch<T>(Cycle cycle, List<Entry<T>> entries) {
    public Batch {
        entries = List.copyOf(entries);
    }
}
