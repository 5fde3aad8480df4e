package dev.pawl.pipeline.feed;

/// The results of the rows of a batch, counted.
public record BatchResult(long inserted, long updated, long unchanged, long quarantined) {
    public BatchResult {
        if (inserted < 0 || updated < 0 || unchanged < 0 || quarantined < 0) {
            throw new IllegalArgumentException(
                    "expected counts of 0 or more, found %d, %d, %d and %d"
                            .formatted(inserted, updated, unchanged, quarantined));
        }
    }

    /// Returns the number of rows.
    public long rows() {
        return inserted + updated + unchanged + quarantined;
    }
}
