package dev.pawl.pipeline.lifecycle;

import dev.pawl.run.Transitions;

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

    private static final String CANCELLED = "Cancelled or refused";

    /// Every transition, as the diagram of a run shows them. A partition that is cancelled before
    /// its first page is recorded as failed, too.
    public static final Transitions<PartitionState, Verb> TABLE =
            Transitions.<PartitionState, Verb>table()
                    .startsIn(PartitionPending)
                    .edge(
                            PartitionPending,
                            Verb.RECEIVE,
                            PartitionInProgress,
                            "Worker receives WorkItemMessage")
                    .edge(
                            PartitionInProgress,
                            Verb.READ,
                            PartitionFetchingPages,
                            "Process first page")
                    .edge(
                            PartitionFetchingPages,
                            Verb.READ,
                            PartitionFetchingPages,
                            "Continuation (hasMore=true)")
                    .edge(
                            PartitionFetchingPages,
                            Verb.COMPLETE,
                            PartitionCompleted,
                            "Last page processed")
                    .edge(PartitionFetchingPages, Verb.FAIL, PartitionFailed, "Error occurred")
                    .edge(PartitionPending, Verb.FAIL, PartitionFailed, CANCELLED)
                    .edge(PartitionInProgress, Verb.FAIL, PartitionFailed, CANCELLED)
                    .build();

    /// The triggers of transitions.
    public enum Verb {
        /// A worker has a slot.
        RECEIVE,
        /// A page is read.
        READ,
        /// The last page was read.
        COMPLETE,
        /// The partition ends without its last page.
        FAIL
    }
}
