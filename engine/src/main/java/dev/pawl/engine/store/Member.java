package dev.pawl.engine.store;

import java.time.Duration;
import java.time.Instant;

/// A node under one epoch, as the store knows it. Times are those of the store's clock.
///
/// `until` is when its lease expires unless the node extends it; `runs` is the number of live runs
/// that it owns, which only [Cluster#members] counts.
public record Member(
        long epoch,
        NodeInfo node,
        State state,
        Instant joined,
        Instant seen,
        Instant until,
        long runs) {

    /// Whether a node can own runs.
    public enum State {
        /// The node holds its lease.
        LIVE,
        /// The node gave up its lease when it closed.
        LEFT,
        /// Another node ended its expired lease, or a node of the same name joined.
        LOST
    }

    public boolean isLive() {
        return state == State.LIVE;
    }

    /// Returns whether the lease has not expired at `now`. A crashed node is live until another
    /// node ends its lease.
    public boolean holdsLeaseAt(Instant now) {
        return isLive() && until.isAfter(now);
    }

    /// Returns this member in another state, without its number of runs.
    public Member with(State next) {
        return new Member(epoch, node, next, joined, seen, until, 0);
    }

    /// Returns this member with a lease that is extended at `now`.
    public Member extended(Instant now, Duration lease) {
        return new Member(epoch, node, State.LIVE, joined, now, now.plus(lease), 0);
    }

    /// Returns this member with its number of live runs.
    public Member withRuns(long count) {
        return new Member(epoch, node, state, joined, seen, until, count);
    }
}
