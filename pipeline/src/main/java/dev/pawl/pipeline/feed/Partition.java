package dev.pawl.pipeline.feed;

/// A part of a feed that one worker reads page by page.
///
/// `range` is the feed's own text, and the estimate is advice: a worker reads to the true end.
public record Partition(String id, String range, long estimate) {
    /// The id of the partition of items that changed while the others were read.
    public static final String CHANGES = "changes";

    private static final int ID_CHARS_MAX = 100;

    public Partition {
        if (id.isBlank() || id.length() > ID_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "expected 1 to %d characters as the id of a partition, found '%s'"
                            .formatted(ID_CHARS_MAX, id));
        }
        if (estimate < 0) {
            throw new IllegalArgumentException(
                    "expected an estimate of 0 or more for %s, found %d".formatted(id, estimate));
        }
    }
}
