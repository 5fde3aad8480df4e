package dev.pawl.pipeline.consolidation;

/// Where a consolidator is: the number of its batch, the failed tries of it, and the last error.
public record BatchCursor(long batch, int tries, String error) {
    static final BatchCursor FIRST = new BatchCursor(0, 0, "");

    BatchCursor next() {
        return new BatchCursor(batch + 1, 0, "");
    }

    BatchCursor failed(String message) {
        return new BatchCursor(batch, tries + 1, message);
    }
}
