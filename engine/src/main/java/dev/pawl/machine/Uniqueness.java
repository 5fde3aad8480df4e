package dev.pawl.machine;

/// What a start does when a run of the same machine and key is live.
public enum Uniqueness {
    /// It is refused, with the live run's id.
    REJECT,
    /// It answers with the live run's id, and nothing is recorded: also not its idempotency key.
    ATTACH,
    /// It cancels the live run and starts when that has ended.
    REPLACE,
    /// It starts when the live run has ended, however.
    QUEUE_BEHIND,
    /// It starts at once.
    ALLOW
}
