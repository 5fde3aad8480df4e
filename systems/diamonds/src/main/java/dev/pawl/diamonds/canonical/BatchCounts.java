package dev.pawl.diamonds.canonical;

/// What a batch wrote: stones by result. Together they are all stones of the batch.
///
/// `superseded` stones have a newer payload, which another page has queued.
public record BatchCounts(
        int created, int changed, int unchanged, int quarantined, int superseded) {
    /// Nothing.
    public static final BatchCounts NONE = new BatchCounts(0, 0, 0, 0, 0);

    public BatchCounts plus(BatchCounts other) {
        return new BatchCounts(
                created + other.created,
                changed + other.changed,
                unchanged + other.unchanged,
                quarantined + other.quarantined,
                superseded + other.superseded);
    }

    public int total() {
        return created + changed + unchanged + quarantined + superseded;
    }
}
