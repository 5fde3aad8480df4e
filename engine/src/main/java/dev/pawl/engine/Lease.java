package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.Optional;
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
        return itemName(pool, holder);
    }

    static String itemName(String pool, String holder) {
        return pool + "/" + holder;
    }

    /// Returns whether a run holds it: then it ends with its attempt, in the transaction that ends
    /// that.
    boolean isOfRun() {
        return expires == null;
    }

    /// Returns the run that its holder names, if it names one.
    Optional<RunId> run() {
        try {
            return Optional.of(RunId.parse(holder));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    Lease until(@Nullable Instant time) {
        return new Lease(pool, holder, count, epoch, time, revokedBy);
    }

    Lease revoked(Instant by) {
        return new Lease(pool, holder, count, epoch, expires, by);
    }
}
