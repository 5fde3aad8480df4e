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

/// Decides who gets permits and from whom they are asked back: from what is held towards what is
/// due.
///
/// Whoever wants a permit gets a first one within `waiting + ⌈claims / capacity⌉ × (turn +
/// deadline)`, where `deadline` is how long a permit that was asked back takes to return. With as
/// many permits as claims it is `waiting + deadline`. Each time that the capacity is made smaller
/// meanwhile adds a deadline, since it takes what was on its way.
public final class Allocation {
    // Why the bound holds. After `waiting` a claim with nothing starves. Those that starve are
    // served before everybody else, in the order in which they began to wait, so nobody who comes
    // later goes first. While somebody starves in vain, every permit is a first one or on its way
    // back; a first one is asked back at the end of its holder's turn. So each of the permits comes
    // back within a turn and a deadline, and goes to the next of those that starve.
    //
    // What is free goes to whoever lacks something of what is due to it. Permits are asked back
    // above what is due alone, and for three reasons: the holder has no use for them; there are
    // fewer than are out; or a claim whose patience is worn lacks them, and less is coming anyway.

    /// The largest capacity: shares are dealt out one by one.
    public static final int CAPACITY_MAX = 10_000;

    private static final Comparator<Portion> RANK =
            Comparator.<Portion>comparingInt(portion -> portion.claim.terms().priority())
                    .reversed()
                    .thenComparing(Portion.EARLIEST)
                    .thenComparing(portion -> portion.claim.holder());

    private final int capacity;
    private final Portion[] ranked;

    private Allocation(int capacity, Portion[] ranked) {
        this.capacity = capacity;
        this.ranked = ranked;
    }

    /// Returns who gets how many permits now, and who is asked to give back how many.
    ///
    /// The order of the claims does not matter. A capacity of 0 asks everything back.
    public static Plan plan(int capacity, List<Claim> claims, Instant now, Patience patience) {
        if (capacity < 0 || capacity > CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "expected a capacity from 0 to %d, found %d".formatted(CAPACITY_MAX, capacity));
        }
        var allocation = new Allocation(capacity, ranked(claims, now, patience));
        Shares.divide(capacity, allocation.ranked);
        allocation.grant();
        allocation.revoke();
        return allocation.plan();
    }

    /// Returns when the plan for these claims may become another without any of them changing.
    public static Optional<Instant> nextChange(List<Claim> claims, Instant now, Patience patience) {
        boolean contested = claims.stream().anyMatch(c -> c.held() == 0 && c.need() > 0);
        Instant next = Instant.MAX;
        for (Claim claim : claims) {
            if (claim.staying() < claim.need()) {
                next = sooner(claim.since().plus(patience.waiting()), now, next);
            }
            if (contested && claim.staying() > 0) {
                next = sooner(claim.since().plus(patience.turn()), now, next);
            }
        }
        return next.equals(Instant.MAX) ? Optional.empty() : Optional.of(next);
    }

    private static Instant sooner(Instant time, Instant now, Instant next) {
        return time.isAfter(now) && time.isBefore(next) ? time : next;
    }

    private static Portion[] ranked(List<Claim> claims, Instant now, Patience patience) {
        Set<String> holders = new HashSet<>();
        Portion[] ranked = new Portion[claims.size()];
        for (int i = 0; i < ranked.length; i++) {
            Claim claim = claims.get(i);
            if (!holders.add(claim.holder())) {
                throw new IllegalArgumentException(
                        "expected one claim per holder, found two of %s in %s"
                                .formatted(claim.holder(), claims));
            }
            ranked[i] = new Portion(claim, now, patience);
        }
        Arrays.sort(ranked, RANK);
        return ranked;
    }

    private void grant() {
        int free = capacity;
        for (Portion portion : ranked) free -= portion.claim.held();
        for (; free > 0; free--) {
            Portion next = null;
            for (Portion portion : ranked) {
                if (portion.lack() == 0) continue;
                if (next == null || isServedBefore(portion, next)) next = portion;
            }
            if (next == null) return;
            next.granted++;
        }
    }

    /// Returns whether a claim is served before one of higher rank.
    private static boolean isServedBefore(Portion one, Portion other) {
        Urgency urgency = Urgency.of(one);
        int order = urgency.compareTo(Urgency.of(other));
        if (order != 0) return order < 0;
        return switch (urgency) {
            case FIRST -> Portion.EARLIEST.compare(one, other) < 0;
            case MINIMUM -> false;
            case SHARE ->
                    one.claim.terms().priority() == other.claim.terms().priority()
                            && one.comesBefore(
                                    one.kept + one.granted, other, other.kept + other.granted);
        };
    }

    private void revoke() {
        // What stays, is granted and is missed, less what there is: permits on their way back are
        // not counted as staying, so nobody is asked for what is coming anyway.
        int missing = -capacity;
        for (Portion portion : ranked) {
            missing += portion.claim.staying() - portion.revoked + portion.granted;
            if (portion.impatient) missing += portion.lack();
        }
        for (; missing > 0; missing--) {
            Portion richest = richest();
            if (richest == null) return;
            richest.revoked++;
        }
    }

    /// Returns whoever is furthest above what is due to it, of equals the last in rank.
    private @Nullable Portion richest() {
        Portion richest = null;
        for (Portion portion : ranked) {
            if (portion.excess() <= 0) continue;
            if (richest == null || portion.excess() >= richest.excess()) richest = portion;
        }
        return richest;
    }

    private Plan plan() {
        Map<String, Integer> grants = new TreeMap<>();
        Map<String, Integer> revocations = new TreeMap<>();
        for (Portion portion : ranked) {
            if (portion.granted > 0) grants.put(portion.claim.holder(), portion.granted);
            if (portion.revoked > 0) revocations.put(portion.claim.holder(), portion.revoked);
        }
        if (grants.isEmpty() && revocations.isEmpty()) return Plan.NOTHING;
        return new Plan(grants, revocations);
    }

    /// Why a claim is granted a permit, the most urgent first.
    private enum Urgency {
        FIRST,
        MINIMUM,
        SHARE;

        static Urgency of(Portion portion) {
            if (portion.standing == Portion.Standing.STARVING && portion.granted == 0) return FIRST;
            return portion.kept + portion.granted < portion.minimum() ? MINIMUM : SHARE;
        }
    }
}
