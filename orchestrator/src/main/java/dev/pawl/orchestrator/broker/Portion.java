package dev.pawl.orchestrator.broker;

import java.time.Instant;
import java.util.Comparator;

/// One claim while a plan is made: what it keeps, what is due to it, and what it gets or loses.
final class Portion {
    /// Whose claim stands longer as it does, and of equals by lot.
    static final Comparator<Portion> EARLIEST =
            Comparator.<Portion, Instant>comparing(portion -> portion.claim.since())
                    .thenComparingLong(portion -> portion.lot);

    /// An odd number without a pattern in its bits: to multiply by it carries each bit far.
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    final Claim claim;
    final Standing standing;

    /// Whether permits may be taken from others for it.
    final boolean impatient;

    /// The permits that it has and can use, without those on their way back.
    final int kept;

    /// The most that may be due to it: permits on their way back still take up room.
    final int room;

    private final long lot;

    int due;
    int granted;
    int revoked;

    Portion(Claim claim, Instant now, Patience patience) {
        this.claim = claim;
        this.impatient = patience.isWorn(claim.since(), now);
        this.kept = Math.min(claim.staying(), claim.need());
        this.room = Math.max(kept, claim.need() - claim.returning());
        this.revoked = claim.staying() - kept;
        this.lot = lot(claim);
        this.standing = standing(now, patience);
    }

    /// Claims that came to wait at the same moment draw a lot for that moment. By name or by
    /// priority the same one would come first every time that turns end together.
    private static long lot(Claim claim) {
        Instant since = claim.since();
        long mixed = claim.holder().hashCode() + SPREAD * since.getEpochSecond();
        mixed = (mixed ^ (mixed >>> 32)) * SPREAD + since.getNano();
        mixed = (mixed ^ (mixed >>> 29)) * SPREAD;
        return mixed ^ (mixed >>> 32);
    }

    private Standing standing(Instant now, Patience patience) {
        if (kept > 0) {
            return patience.isTurnOver(claim.since(), now) ? Standing.OVERDUE : Standing.IN_TURN;
        }
        boolean starves = claim.held() == 0 && claim.need() > 0 && impatient;
        return starves ? Standing.STARVING : Standing.WAITING;
    }

    /// Returns its minimum, as far as it has use for it.
    int minimum() {
        return Math.min(claim.terms().min(), room);
    }

    /// Returns how many permits it lacks of what is due to it.
    int lack() {
        return Math.max(0, due - kept - granted);
    }

    /// Returns how many permits it has above what is due to it.
    int excess() {
        return claim.staying() - revoked - due;
    }

    /// Returns whether, with `mine` here and `theirs` there, the next permit makes less of a
    /// difference to the weights here.
    boolean comesBefore(int mine, Portion other, int theirs) {
        return quotient(mine, other) < other.quotient(theirs, this);
    }

    /// Returns whether the next permit is as well placed here as there.
    boolean ties(int mine, Portion other, int theirs) {
        return quotient(mine, other) == other.quotient(theirs, this);
    }

    private long quotient(int permits, Portion other) {
        return (2L * permits + 1) * other.claim.terms().weight();
    }

    /// How a claim stands among the others when first permits are scarce.
    enum Standing {
        /// It holds permits, and its turn is not over.
        IN_TURN,
        /// It holds permits, and its turn is over.
        OVERDUE,
        /// It has had nothing for longer than its patience.
        STARVING,
        /// It has nothing, and can wait or wants nothing.
        WAITING
    }
}
