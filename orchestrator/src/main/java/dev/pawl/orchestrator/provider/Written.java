package dev.pawl.orchestrator.provider;

import java.util.List;

/// What became of the entries of a batch: the URNs of those that were written, and how many were
/// there already, the same.
public record Written(
        List<String> created, List<String> changed, List<String> removed, long unchanged) {
    /// Nothing.
    public static final Written NOTHING = new Written(List.of(), List.of(), List.of(), 0);

    public Written {
        created = List.copyOf(created);
        changed = List.copyOf(changed);
        removed = List.copyOf(removed);
    }
}
