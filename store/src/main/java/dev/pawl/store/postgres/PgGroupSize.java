package dev.pawl.store.postgres;

/// How large a group should be when several nodes share a server.
///
/// The callers of a group return together: they are woken together, and each takes its next step. A
/// group that is sent before they return is small, and the next ones stay small, since the callers
/// are now spread over more groups, each of which costs the server a transaction. When server and
/// nodes share the same processors, each node gets its share of them late, so this happens by
/// itself. So a group waits until half of the active callers are there, or a moment has passed.
///
/// Used under the lock of the writer.
final class PgGroupSize {
    /// With fewer callers, groups are small anyway.
    static final int CALLERS_MIN = 32;

    static final long WAIT_NANOS_MAX = 10_000_000;

    /// With each group, the estimate of active callers decreases by this fraction.
    private static final int DECAY = 8;

    private static final long NEVER = Long.MIN_VALUE;

    private int callers;
    private long since = NEVER;

    /// Returns how many jobs must wait before a group is sent, given how many wait now; `now` is in
    /// nanoseconds.
    int least(int waiting, long now) {
        if (waiting == 0) {
            since = NEVER;
            return 1;
        }
        if (callers < CALLERS_MIN) return 1;
        if (since == NEVER) since = now;
        if (now - since < WAIT_NANOS_MAX) return callers / 2;
        // They have not returned: fewer callers are active now.
        callers = Math.max(waiting, callers / 2);
        since = NEVER;
        return 1;
    }

    /// Returns how long to wait for the current group at most, in nanoseconds; 0 if none waits.
    long waitNanos(long now) {
        return since == NEVER ? 0 : WAIT_NANOS_MAX - (now - since);
    }

    /// Notes the size of a group that was taken, and how many jobs still wait.
    void groupTaken(int group, int waiting) {
        callers = Math.max(callers - callers / DECAY, group + waiting);
        since = NEVER;
    }
}
