package dev.pawl.pipeline.lifecycle;

/// The states of a run. The constants are spelled as in the run diagram, since they name the states
/// that are stored, printed and compared.
public enum RunState {
    /// The run row is written, then the partitions are planned.
    Created,
    /// Waits for the partitions.
    WorkersRunning,
    /// Checks whether a run that has not moved for long is stalled.
    StallCheck,
    /// Starts partitions that were split off or are retried.
    PartitionsAdded,
    /// Decides whether to consolidate.
    ConsolidationCheck,
    /// Waits for an operator, because partitions failed.
    ConsolidationSkipped,
    /// Starts the consolidators.
    ConsolidationTriggered,
    /// Waits for the consolidators.
    Consolidating,
    /// Checks the numbers, completes the run and advances the watermark.
    WatermarkUpdate,
    /// Ends the run with its reason.
    Failed,
    /// The end: everything arrived, or the rest was forced.
    Completed;

    /// The name of the machine with these states.
    public static final String MACHINE = "pipeline-run";
}
