package dev.pawl.pipeline.feed;

/// The results of the items of a run, counted from the feed's own tables.
///
/// @param unique items that the run has seen, each once
/// @param distinct the same, but once for each partition that returned the item
public record ItemCounts(
        long unique, long distinct, long inserted, long updated, long unchanged, long quarantined) {
    public ItemCounts {
        if (unique < 0 || distinct < unique) {
            throw new IllegalArgumentException(
                    "expected 0 or more unique items and at least as many by partition, found %d"
                                    .formatted(unique)
                            + " and "
                            + distinct);
        }
    }
}
