package dev.pawl.pipeline.lifecycle;

import dev.pawl.run.Transitions;

/// The states of a worker, spelled as in the worker diagram. A page walks them in memory; the table
/// is the guard.
public enum WorkerState {
    WorkerCreated,
    PartitionInitialized,
    CheckIdempotency,
    ProcessPage,
    SkipCompleted,
    SkipDuplicate,
    FetchFromNivoda,
    WriteRaw,
    UpdateProgress,
    EnqueueNext,
    CompletePartition,
    WorkerCompleted,
    WorkerFailed,
    IncrementCompleted,
    IncrementFailed,
    CheckAllWorkers,
    TriggerConsolidation,
    WaitForOthers,
    SkipConsolidation;

    /// Every transition.
    public static final Transitions<WorkerState, Verb> TABLE =
            Transitions.<WorkerState, Verb>table()
                    .edge(WorkerCreated, Verb.INITIALIZE, PartitionInitialized)
                    .edge(PartitionInitialized, Verb.CHECK, CheckIdempotency)
                    .edge(CheckIdempotency, Verb.MATCH, ProcessPage)
                    .edge(CheckIdempotency, Verb.ALREADY_COMPLETED, SkipCompleted)
                    .edge(CheckIdempotency, Verb.OTHER_OFFSET, SkipDuplicate)
                    .edge(ProcessPage, Verb.FETCH, FetchFromNivoda)
                    .edge(FetchFromNivoda, Verb.WRITE, WriteRaw)
                    .edge(WriteRaw, Verb.ADVANCE, UpdateProgress)
                    .edge(UpdateProgress, Verb.MORE, EnqueueNext)
                    .edge(UpdateProgress, Verb.LAST, CompletePartition)
                    .edge(EnqueueNext, Verb.CHECK, CheckIdempotency)
                    .edge(SkipDuplicate, Verb.CHECK, CheckIdempotency)
                    .edge(SkipCompleted, Verb.COMPLETE, WorkerCompleted)
                    .edge(CompletePartition, Verb.COMPLETE, WorkerCompleted)
                    .edge(WorkerCreated, Verb.FAIL, WorkerFailed)
                    .edge(PartitionInitialized, Verb.FAIL, WorkerFailed)
                    .edge(CheckIdempotency, Verb.FAIL, WorkerFailed)
                    .edge(FetchFromNivoda, Verb.FAIL, WorkerFailed)
                    .edge(WorkerCompleted, Verb.COUNT, IncrementCompleted)
                    .edge(WorkerFailed, Verb.COUNT, IncrementFailed)
                    .edge(IncrementCompleted, Verb.REPORT, CheckAllWorkers)
                    .edge(IncrementFailed, Verb.REPORT, CheckAllWorkers)
                    .edge(CheckAllWorkers, Verb.ALL_SUCCEEDED, TriggerConsolidation)
                    .edge(CheckAllWorkers, Verb.NOT_LAST, WaitForOthers)
                    .edge(CheckAllWorkers, Verb.SOME_FAILED, SkipConsolidation)
                    .build();

    /// The triggers of transitions.
    public enum Verb {
        /// The row of the worker exists.
        INITIALIZE,
        /// The stored cursor is compared.
        CHECK,
        /// The offset is the stored one.
        MATCH,
        /// The partition was completed before.
        ALREADY_COMPLETED,
        /// The stored cursor is elsewhere.
        OTHER_OFFSET,
        /// The page is requested.
        FETCH,
        /// The rows are written.
        WRITE,
        /// The cursor moves.
        ADVANCE,
        /// Another page follows.
        MORE,
        /// The page was the last one.
        LAST,
        /// The worker ends.
        COMPLETE,
        /// The worker ends without its last page.
        FAIL,
        /// The counter of the run is incremented.
        COUNT,
        /// The parent gets a message.
        REPORT,
        /// The last worker ended, and none failed.
        ALL_SUCCEEDED,
        /// Other workers are running.
        NOT_LAST,
        /// The last worker ended, and some failed.
        SOME_FAILED
    }
}
