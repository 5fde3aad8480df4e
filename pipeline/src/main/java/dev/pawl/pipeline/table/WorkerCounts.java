package dev.pawl.pipeline.table;

/// How many partitions a run expects, and how many have completed or failed.
public record WorkerCounts(int expected, int completed, int failed) {
    public WorkerCounts {
        if (expected < 0 || completed < 0 || failed < 0 || completed + failed > expected) {
            throw new IllegalArgumentException(
                    "expected at most %d ended partitions, found %d completed and %d failed"
                            .formatted(expected, completed, failed));
        }
    }

    /// Returns how many partitions have not ended.
    public int open() {
        return expected - completed - failed;
    }
}
