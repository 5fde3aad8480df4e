package dev.pawl.orchestrator.broker;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Decides which claims get permits and which give permits back, so that what is held approaches
/// what is due.
///
/// Every claim gets a first permit within `waiting + ⌈claims / capacity⌉ × (turn + deadline)`,
/// where `deadline` is how long a permit that was revoked takes to return. With as many permits as
/// claims the bound is `waiting + deadline`. Each reduction of the capacity in between adds a
/// deadline, because it uses up the returning permits.
public final class Allocation {
    // Why the bound holds. After `waiting`, a claim without a permit starves. Starving claims are
    // served before all others, in the order in which they started to wait, so a later claim never
    // overtakes. While a claim starves, every permit is the only one of its holder or returning; an
    // only permit is revoked at the end of its holder's turn. So each permit returns within a
    // turn and a deadline, and goes to the next starving claim.
    //
    // Free permits go to claims that hold less than what is due. Permits are revoked only above
    // what is due, and for three reasons: the holder has no use for them; more are held than exist;
    // or a claim that has waited long enough misses them and too few are returning already.

    /// The largest capacity; shares are computed permit by permit.
    public static final int CAPACITY_MAX = 10_000;

    private static final Comparator<ClaimShare> RANK =
            Comparator.<ClaimShare>comparingInt(share -> share.claim.terms().priority())
                    .reversed()
                    .thenComparing(ClaimShare.EARLIEST)
                    .thenComparing(share -> share.claim.holder());

    private final int capacity;
    private final ClaimShare[] ranked;

    private Allocation(int capacity, ClaimShare[] ranked) {
        this.capacity = capacity;
        this.ranked = ranked;
    }

    /// Returns how many permits each claim gets now, and how many it must return.
    ///
    /// The order of the claims does not matter. A capacity of 0 asks everything back.
    public static PermitPlan plan(
            int capacity, List<PermitClaim> claims, Instant now, PreemptionDelays delays) {
        if (capacity < 0 || capacity > CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "expected a capacity from 0 to %d, found %d".formatted(CAPACITY_MAX, capacity));
        }
        var allocation = new Allocation(capacity, ranked(claims, now, delays));
        Shares.divide(capacity, allocation.ranked);
        allocation.grant();
        allocation.revoke();
        return allocation.plan();
    }

    /// Returns when the plan for these claims may change although none of the claims does.
    public static Optional<Instant> nextChange(
            List<PermitClaim> claims, Instant now, PreemptionDelays delays) {
        boolean contested = claims.stream().anyMatch(c -> c.held() == 0 && c.need() > 0);
        Instant next = Instant.MAX;
        for (PermitClaim claim : claims) {
            if (claim.staying() < claim.need()) {
                next = sooner(claim.since().plus(delays.waiting()), now, next);
            }
            if (contested && claim.staying() > 0) {
                next = sooner(claim.since().plus(delays.turn()), now, next);
            }
        }
        return next.equals(Instant.MAX) ? Optional.empty() : Optional.of(next);
    }

    private static Instant sooner(Instant time, Instant now, Instant next) {
        return time.isAfter(now) && time.isBefore(next) ? time : next;
    }

    private static ClaimShare[] ranked(
            List<PermitClaim> claims, Instant now, PreemptionDelays delays) {
        Set<String> holders = new HashSet<>();
        ClaimShare[] ranked = new ClaimShare[claims.size()];
        for (int i = 0; i < ranked.length; i++) {
            PermitClaim claim = claims.get(i);
            if (!holders.add(claim.holder())) {
                throw new IllegalArgumentException(
                        "expected one claim per holder, found two of %s in %s"
                                .formatted(claim.holder(), claims));
            }
            ranked[i] = new ClaimShare(claim, now, delays);
        }
        Arrays.sort(ranked, RANK);
        return ranked;
    }

    private void grant() {
        int free = capacity;
        for (ClaimShare share : ranked) free -= share.claim.held();
        for (; free > 0; free--) {
            ClaimShare next = null;
            for (ClaimShare share : ranked) {
                if (share.missing() == 0) continue;
                if (next == null || isServedBefore(share, next)) next = share;
            }
            if (next == null) return;
            next.granted++;
        }
    }

    /// Returns whether a claim is served before another one of higher rank.
    private static boolean isServedBefore(ClaimShare one, ClaimShare other) {
        Urgency urgency = Urgency.of(one);
        int order = urgency.compareTo(Urgency.of(other));
        if (order != 0) return order < 0;
        return switch (urgency) {
            case FIRST -> ClaimShare.EARLIEST.compare(one, other) < 0;
            case MINIMUM -> false;
            case SHARE ->
                    one.claim.terms().priority() == other.claim.terms().priority()
                            && one.comesBefore(
                                    one.kept + one.granted, other, other.kept + other.granted);
        };
    }

    private void revoke() {
        // What stays, is granted and is missing, less the capacity. Returning permits do not count
        // as staying, so no permit is revoked in place of one that is already returning.
        int missing = -capacity;
        for (ClaimShare share : ranked) {
            missing += share.claim.staying() - share.revoked + share.granted;
            if (share.mayPreempt) missing += share.missing();
        }
        for (; missing > 0; missing--) {
            ClaimShare richest = richest();
            if (richest == null) return;
            richest.revoked++;
        }
    }

    /// Returns the claim that is furthest above its due; of equals, the last in rank.
    private @Nullable ClaimShare richest() {
        ClaimShare richest = null;
        for (ClaimShare share : ranked) {
            if (share.excess() <= 0) continue;
            if (richest == null || share.excess() >= richest.excess()) richest = share;
        }
        return richest;
    }

    private PermitPlan plan() {
        Map<String, Integer> grants = new TreeMap<>();
        Map<String, Integer> revocations = new TreeMap<>();
        for (ClaimShare share : ranked) {
            if (share.granted > 0) grants.put(share.claim.holder(), share.granted);
            if (share.revoked > 0) revocations.put(share.claim.holder(), share.revoked);
        }
        if (grants.isEmpty() && revocations.isEmpty()) return PermitPlan.NOTHING;
        return new PermitPlan(grants, revocations);
    }

    /// Why a claim gets a permit, the most urgent reason first.
    private enum Urgency {
        FIRST,
        MINIMUM,
        SHARE;

        static Urgency of(ClaimShare share) {
            if (share.standing == ClaimShare.Standing.STARVING && share.granted == 0) return FIRST;
            return share.kept + share.granted < share.minimum() ? MINIMUM : SHARE;
        }
    }
}
