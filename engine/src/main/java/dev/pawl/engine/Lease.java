package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Permits of a pool that a run or another holder has.
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

    /// Returns whether a run holds it: then it ends with its attempt, in the transaction that ends
    /// that.
    public boolean isOfRun() {
        return expires == null;
    }

    /// Returns whether its time is over. Then it holds nothing, even if it was not taken back yet;
    /// a run's lease has no time.
    public boolean isOver(Instant now) {
        return !isOfRun() && (isPast(expires, now) || isPast(revokedBy, now));
    }

    private static boolean isPast(@Nullable Instant time, Instant now) {
        return time != null && !time.isAfter(now);
    }

    /// Returns the run that its holder names, if it names one.
    public Optional<RunId> run() {
        try {
            return Optional.of(RunId.parse(holder));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public Lease until(@Nullable Instant time) {
        return new Lease(pool, holder, count, epoch, time, revokedBy);
    }

    public Lease revoked(Instant by) {
        return new Lease(pool, holder, count, epoch, expires, by);
    }
}
