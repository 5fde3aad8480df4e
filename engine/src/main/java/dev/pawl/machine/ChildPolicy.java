package dev.pawl.machine;

/// What becomes of a run's live children when it ends otherwise than completed.
public enum ChildPolicy {
    /// They are cancelled.
    CANCEL,
    /// They go on by themselves.
    DETACH,
    /// The run's end waits until they have ended.
    WAIT
}
