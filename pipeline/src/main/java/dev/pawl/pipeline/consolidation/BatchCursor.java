package dev.pawl.pipeline.consolidation;

/// Where a consolidator is: the number of its batch, the failed tries of it, the last error, and
/// how often the batch was halved because the database refused it.
public record BatchCursor(long batch, int tries, String error, int halvings) {
    static final BatchCursor FIRST = new BatchCursor(0, 0, "", 0);

    BatchCursor next() {
        return new BatchCursor(batch + 1, 0, "", 0);
    }

    BatchCursor failed(String message) {
        return new BatchCursor(batch, tries + 1, message, halvings);
    }

    BatchCursor halved() {
        return new BatchCursor(batch, 0, "", halvings + 1);
    }
}
