package dev.pawl.orchestrator.provider;

import java.util.List;

/// Items that are written in one transaction, in the order of the source.
public record Batch<T>(Cycle cycle, List<MappedItem<T>> entries) {
    public Batch {
        entries = List.copyOf(entries);
    }
}
