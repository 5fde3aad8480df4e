package dev.pawl.store;

/// How large a group should be where several nodes share a server.
///
/// The callers of a group come back together: they are woken together, and each takes its next
/// step. A group that sets out before they are back is small, and the next ones stay small, since
/// the callers are now spread over more of them; each costs the server a transaction. With a server
/// and several nodes on the same processors a node gets its share of them late, so that happens by
/// itself. So a group waits until half of those who come and go are there, or a moment has passed.
///
/// Used under the lock of the writer.
final class PgGathering {
    /// Below this many callers, groups are small anyway.
    static final int CALLERS_MIN = 32;

    static final long PATIENCE_NANOS = 10_000_000;

    /// With each group the callers that were there at most are forgotten by this part.
    private static final int FADING = 8;

    private static final long NEVER = Long.MIN_VALUE;

    private int callers;
    private long since = NEVER;

    /// Returns how many must wait for a group to set out, of which some do already; `now` is in
    /// nanoseconds.
    int least(int waiting, long now) {
        if (waiting == 0) {
            since = NEVER;
            return 1;
        }
        if (callers < CALLERS_MIN) return 1;
        if (since == NEVER) since = now;
        if (now - since < PATIENCE_NANOS) return callers / 2;
        // They do not come back: there are fewer of them now.
        callers = Math.max(waiting, callers / 2);
        since = NEVER;
        return 1;
    }

    /// Returns how long the group that waits is waited for at most, in nanoseconds; 0 if none does.
    long patience(long now) {
        return since == NEVER ? 0 : PATIENCE_NANOS - (now - since);
    }

    /// Says that a group was taken, and how many still wait.
    void took(int group, int waiting) {
        callers = Math.max(callers - callers / FADING, group + waiting);
        since = NEVER;
    }
}
