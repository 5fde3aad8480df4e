package dev.pawl.pipeline.lifecycle;

/// The states of a partition, spelled as in the run diagram.
public enum PartitionState {
    /// Waits for a slot of the queue.
    PartitionPending,
    /// Creates the rows of the worker.
    PartitionInProgress,
    /// Reads page after page.
    PartitionFetchingPages,
    /// Ends the partition with its last error.
    PartitionFailed,
    /// The end: every page was read.
    PartitionCompleted;

    /// The name of the machine with these states.
    public static final String MACHINE = "pipeline-partition";
}
