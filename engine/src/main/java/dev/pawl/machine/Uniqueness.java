package dev.pawl.machine;

/// What a start does if a live run of the same machine has the same key.
public enum Uniqueness {
    /// The start is refused, with the live run's id.
    REJECT,
    /// The start returns the live run's id and records nothing, not even its idempotency key.
    ATTACH,
    /// The live run is cancelled; the new run starts when it has ended.
    REPLACE,
    /// The new run starts when the live run has ended, completed or not.
    QUEUE_BEHIND,
    /// The new run starts at once.
    ALLOW
}
