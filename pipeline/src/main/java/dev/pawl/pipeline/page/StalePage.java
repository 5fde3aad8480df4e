package dev.pawl.pipeline.page;

/// Thrown inside a page's transaction if another worker has moved the cursor: nothing of the page
/// is written, and the next attempt reads where the cursor is.
final class StalePage extends RuntimeException {
    private static final long serialVersionUID = 1;

    StalePage(PartitionWork work, long offset) {
        super(
                "expected the cursor of %s at %d, found it elsewhere or the partition completed"
                        .formatted(work.key(), offset));
    }
}
