package dev.pawl.orchestrator.broker;

import java.time.Instant;
import java.util.Comparator;

/// One claim while a plan is computed: what it keeps, what is due to it, what it gets or loses.
final class ClaimShare {
    /// By how long the claim has held or waited, the longest first; ties are broken at random.
    static final Comparator<ClaimShare> EARLIEST =
            Comparator.<ClaimShare, Instant>comparing(share -> share.claim.since())
                    .thenComparingLong(share -> share.tieBreak);

    /// An odd number without a pattern in its bits, so that multiplying by it spreads each bit.
    private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

    final PermitClaim claim;
    final Standing standing;

    /// Whether other claims may lose permits to it.
    final boolean mayPreempt;

    /// The permits that it holds and can use, without returning ones.
    final int kept;

    /// The most that can be due to it; returning permits still count.
    final int room;

    private final long tieBreak;

    int due;
    int granted;
    int revoked;

    ClaimShare(PermitClaim claim, Instant now, PreemptionDelays delays) {
        this.claim = claim;
        this.mayPreempt = delays.isWaitOver(claim.since(), now);
        this.kept = Math.min(claim.staying(), claim.need());
        this.room = Math.max(kept, claim.need() - claim.returning());
        this.revoked = claim.staying() - kept;
        this.tieBreak = tieBreak(claim);
        this.standing = standing(now, delays);
    }

    /// Orders claims that started to wait at the same moment pseudo-randomly for that moment. By
    /// name or priority, the same claim would be first every time that turns end together.
    private static long tieBreak(PermitClaim claim) {
        Instant since = claim.since();
        long mixed = claim.holder().hashCode() + MIXER * since.getEpochSecond();
        mixed = (mixed ^ (mixed >>> 32)) * MIXER + since.getNano();
        mixed = (mixed ^ (mixed >>> 29)) * MIXER;
        return mixed ^ (mixed >>> 32);
    }

    private Standing standing(Instant now, PreemptionDelays delays) {
        if (kept > 0) {
            return delays.isTurnOver(claim.since(), now) ? Standing.OVERDUE : Standing.IN_TURN;
        }
        boolean starves = claim.held() == 0 && claim.need() > 0 && mayPreempt;
        return starves ? Standing.STARVING : Standing.WAITING;
    }

    /// Returns its minimum, as far as it can use it.
    int minimum() {
        return Math.min(claim.terms().min(), room);
    }

    /// Returns how many permits it holds less than what is due.
    int missing() {
        return Math.max(0, due - kept - granted);
    }

    /// Returns how many permits it holds above what is due.
    int excess() {
        return claim.staying() - revoked - due;
    }

    /// Returns whether the next permit fits the weights better here, with `mine`, than there, with
    /// `theirs`.
    boolean comesBefore(int mine, ClaimShare other, int theirs) {
        return quotient(mine, other) < other.quotient(theirs, this);
    }

    /// Returns whether the next permit fits the weights equally well here and there.
    boolean ties(int mine, ClaimShare other, int theirs) {
        return quotient(mine, other) == other.quotient(theirs, this);
    }

    private long quotient(int permits, ClaimShare other) {
        return (2L * permits + 1) * other.claim.terms().weight();
    }

    /// The position of a claim when there are fewer permits than claims.
    enum Standing {
        /// It holds permits, and its turn is not over.
        IN_TURN,
        /// It holds permits, and its turn is over.
        OVERDUE,
        /// It has held nothing for longer than it should wait.
        STARVING,
        /// It holds nothing, and can wait or wants nothing.
        WAITING
    }
}
