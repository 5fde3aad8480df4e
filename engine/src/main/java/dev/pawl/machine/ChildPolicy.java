package dev.pawl.machine;

/// What the engine does with a run's live children when the run ends without completing.
public enum ChildPolicy {
    /// Cancels them.
    CANCEL,
    /// Lets them continue without their parent.
    DETACH,
    /// Delays the run's end until they have ended.
    WAIT
}
