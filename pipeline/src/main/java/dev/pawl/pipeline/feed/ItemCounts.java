package dev.pawl.pipeline.feed;

import java.util.Map;

/// The results of the items of a run, counted from the feed's own tables.
///
/// @param unique items that the run has seen, each once
/// @param byPartition items that each partition has returned, each once
public record ItemCounts(
        long unique,
        Map<String, Long> byPartition,
        long inserted,
        long updated,
        long unchanged,
        long quarantined) {
    public ItemCounts {
        byPartition = Map.copyOf(byPartition);
        long sum = byPartition.values().stream().mapToLong(Long::longValue).sum();
        if (unique < 0 || sum < unique) {
            throw new IllegalArgumentException(
                    "expected 0 or more unique items and at least as many by partition, found %d"
                                    .formatted(unique)
                            + " and "
                            + sum);
        }
    }

    /// Returns how often items were returned by a partition after another one.
    public long repeated() {
        return byPartition.values().stream().mapToLong(Long::longValue).sum() - unique;
    }
}
