package dev.pawl.engine;

import java.time.Duration;

/// The engine's bounds; each has a name, and reaching it is a clear error.
public final class Limits {
    /// A request, response, context or event: what fits a journal without delaying others.
    public static final int PAYLOAD_BYTES_MAX = 4 << 20;

    /// A run's key, and its idempotency key: they are compared and shown, not a place for data.
    public static final int KEY_BYTES_MAX = 1_024;

    /// Runs that one outcome starts, as children or as followers: they are one commit.
    public static final int OUTCOME_STARTS_MAX = 10_000;

    /// Events that one outcome sends.
    public static final int OUTCOME_SENDS_MAX = 10_000;

    /// Requests of all runs that one outcome starts, or all events that it sends.
    public static final int OUTCOME_BYTES_MAX = 64 << 20;

    /// Children that a body lists at once.
    public static final int CHILDREN_MAX = 100_000;

    /// Events that wait in the inbox of one run.
    public static final int INBOX_MAX = 1_000;

    /// Bytes of the events that wait in the inbox of one run. An event of at most a thousandth of
    /// this always fits.
    public static final int INBOX_BYTES_MAX = 64 << 20;

    /// Results that one visit of a state records with `once`: they travel with the run.
    public static final int MEMOS_MAX = 1_000;

    /// Bytes of these results. A result of at most a thousandth of this always fits.
    public static final int MEMOS_BYTES_MAX = 64 << 20;

    /// All labels of one run, names and values.
    public static final int LABELS_BYTES_MAX = 64 << 10;

    /// Wait states that one decision may pass through, so that a loop of them is noticed.
    public static final int HOPS_MAX = 1_000;

    /// Runs that one bulk operation touches.
    public static final int BULK_MAX = 100_000;

    /// Admissions that a queue's rate looks back on.
    public static final int RATE_MAX = 10_000;

    /// Fires of one schedule that are caught up after the engine was down: the newest ones.
    public static final int CATCH_UP_MAX = 1_000;

    /// Delays and deadlines: longer than any real wait, and far from the largest time.
    public static final Duration DELAY_MAX = Duration.ofDays(36_500);

    /// How long a body may ignore its interruption before that is reported.
    public static final Duration STUCK_AFTER = Duration.ofSeconds(10);

    /// How long a start waits for a node that has lost its lease to join again.
    public static final Duration REJOIN_MAX = Duration.ofSeconds(30);

    private Limits() {}
}
