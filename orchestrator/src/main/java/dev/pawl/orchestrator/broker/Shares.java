package dev.pawl.orchestrator.broker;

import dev.pawl.orchestrator.broker.ClaimShare.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/// Divides the capacity among claims: computes what is due to each.
final class Shares {
    // Five rounds, each from what the previous one left:
    //
    // 1. One permit for each holder, and for each starving claim. If there are too few, claims take
    //    turns: a holder whose turn is not over keeps its permit, then starving claims come, the
    //    longest first, then holders whose turn is over.
    // 2. Minimums that are held, so that no minimum is broken for another.
    // 3. Minimums that are not held yet.
    // 4. A first permit for the rest.
    // 5. One by one to the claim that it brings nearest to the weights (the method of Sainte-Laguë:
    //    each share is within half a permit of its weight times a common level, and a larger
    //    capacity never makes a share smaller). On a tie, the holder of the permit keeps it.
    //
    // Dividing again after a plan was carried out gives the same result: rounds 1 and 2 return all
    // that rounds 3 and 4 gave, and holders win the ties of round 5. Without rounds 1 and 2 and
    // this rule for ties, permits would move forever.

    private static final Comparator<ClaimShare> RANK = (_, _) -> 0;
    private static final Comparator<ClaimShare> LATEST = ClaimShare.EARLIEST.reversed();

    private final ClaimShare[] ranked;
    private int left;

    private Shares(int capacity, ClaimShare[] ranked) {
        this.left = capacity;
        this.ranked = ranked;
    }

    /// Sets what is due to each claim; the claims are ordered by rank.
    static void divide(int capacity, ClaimShare[] ranked) {
        var shares = new Shares(capacity, ranked);
        shares.giveFirst(Standing.IN_TURN, RANK);
        shares.giveFirst(Standing.STARVING, ClaimShare.EARLIEST);
        shares.giveFirst(Standing.OVERDUE, LATEST);
        shares.raise(share -> Math.min(share.kept, share.minimum()));
        shares.raise(ClaimShare::minimum);
        shares.raise(share -> Math.min(1, share.room));
        shares.fill();
    }

    private void giveFirst(Standing standing, Comparator<ClaimShare> order) {
        List<ClaimShare> chosen = new ArrayList<>(ranked.length);
        for (ClaimShare share : ranked) {
            if (share.standing == standing) chosen.add(share);
        }
        chosen.sort(order);
        for (ClaimShare share : chosen) give(share, Math.min(left, 1));
    }

    private void raise(ToIntFunction<ClaimShare> level) {
        for (ClaimShare share : ranked) {
            give(share, Math.min(left, level.applyAsInt(share) - share.due));
        }
    }

    private void fill() {
        while (left > 0) {
            ClaimShare next = null;
            for (ClaimShare share : ranked) {
                if (share.due >= share.room) continue;
                if (next == null || comesBefore(share, next)) next = share;
            }
            if (next == null) return;
            give(next, 1);
        }
    }

    private static boolean comesBefore(ClaimShare one, ClaimShare other) {
        if (one.comesBefore(one.due, other, other.due)) return true;
        boolean keeps = one.kept > one.due && other.kept <= other.due;
        return keeps && one.ties(one.due, other, other.due);
    }

    private void give(ClaimShare share, int permits) {
        if (permits <= 0) return;
        share.due += permits;
        left -= permits;
    }
}
