package dev.pawl.orchestrator.provider;

import java.util.List;

/// What a sink did with a batch: the URNs of the items that it created, changed and removed, and
/// the number of unchanged items.
public record WriteResult(
        List<String> created, List<String> changed, List<String> removed, long unchanged) {
    /// The result of a sink that wrote nothing.
    public static final WriteResult NOTHING = new WriteResult(List.of(), List.of(), List.of(), 0);

    public WriteResult {
        created = List.copyOf(created);
        changed = List.copyOf(changed);
        removed = List.copyOf(removed);
    }
}
