package dev.pawl.engine.store;

import java.time.Instant;

/// One life of a node as the store knows it; times are by the store's clock.
///
/// `until` is when its lease runs out unless it is extended before, `runs` how many live runs it
/// owns: only [Cluster#members] counts them.
public record Member(
        long epoch,
        NodeInfo node,
        State state,
        Instant joined,
        Instant seen,
        Instant until,
        long runs) {

    /// Whether a node may own runs.
    public enum State {
        /// It holds its lease.
        LIVE,
        /// It gave its lease up in order.
        LEFT,
        /// Its lease ran out and another node ended it, or a new life of the node took its place.
        LOST
    }

    public boolean isLive() {
        return state == State.LIVE;
    }

    /// Returns whether its lease has not run out by the store's clock; a node that died is live
    /// until another one ends its lease.
    public boolean holdsLeaseAt(Instant now) {
        return isLive() && until.isAfter(now);
    }
}
