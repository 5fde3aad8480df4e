package dev.pawl.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Permits of a pool that somebody holds.
///
/// `epoch` grows with every lease given out, so it can fence off a holder that lost its own. A
/// run's lease has no expiry: it ends with the attempt. `revokedBy` is when a revoked lease is
/// taken back.
public record Lease(
        String pool,
        String holder,
        int count,
        long epoch,
        @Nullable Instant expires,
        @Nullable Instant revokedBy) {

    /// Returns the name under which it is stored: one lease for each holder of a pool.
    String itemName() {
        return pool + "/" + holder;
    }

    /// Returns whether a run holds it: then it ends with its attempt, in the transaction that ends
    /// that.
    boolean isOfRun() {
        return expires == null;
    }

    Lease until(@Nullable Instant time) {
        return new Lease(pool, holder, count, epoch, time, revokedBy);
    }

    Lease revoked(Instant by) {
        return new Lease(pool, holder, count, epoch, expires, by);
    }
}
