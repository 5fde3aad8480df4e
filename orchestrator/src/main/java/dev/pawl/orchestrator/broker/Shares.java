package dev.pawl.orchestrator.broker;

import dev.pawl.orchestrator.broker.Portion.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/// Divides the capacity into what is due to each claim.
final class Shares {
    // Five rounds, each from what the one before left over:
    //
    // 1. One permit for everybody who has one, and for whoever has starved. If that is more than
    //    there is, turns are taken: whose turn lasts keeps its permit, then those who starve come,
    //    the longest first, and then those who have held for longer than a turn.
    // 2. Minimums that are held, so that no minimum is taken apart for another.
    // 3. Minimums that are not held yet.
    // 4. A first permit for the rest.
    // 5. One by one to whom it brings nearest to the weights (the method of Sainte-Laguë: each is
    //    within half a permit of its weight times a common level, and a larger capacity never makes
    //    a share smaller). Of two that are equally near the one that has the permit keeps it.
    //
    // What was divided and carried out is divided the same way again: the first two rounds give
    // back everything that rounds 3 and 4 gave, and ties of round 5 are decided by who holds.
    // Without rounds 1 and 2 and this rule for ties permits would wander for ever.

    private static final Comparator<Portion> RANK = (_, _) -> 0;
    private static final Comparator<Portion> LATEST = Portion.EARLIEST.reversed();

    private final Portion[] ranked;
    private int left;

    private Shares(int capacity, Portion[] ranked) {
        this.left = capacity;
        this.ranked = ranked;
    }

    /// Sets what is due to each of the claims, which are in the order of their rank.
    static void divide(int capacity, Portion[] ranked) {
        var shares = new Shares(capacity, ranked);
        shares.seat(Standing.IN_TURN, RANK);
        shares.seat(Standing.STARVING, Portion.EARLIEST);
        shares.seat(Standing.OVERDUE, LATEST);
        shares.raise(portion -> Math.min(portion.kept, portion.minimum()));
        shares.raise(Portion::minimum);
        shares.raise(portion -> Math.min(1, portion.room));
        shares.fill();
    }

    private void seat(Standing standing, Comparator<Portion> order) {
        List<Portion> seated = new ArrayList<>(ranked.length);
        for (Portion portion : ranked) {
            if (portion.standing == standing) seated.add(portion);
        }
        seated.sort(order);
        for (Portion portion : seated) give(portion, Math.min(left, 1));
    }

    private void raise(ToIntFunction<Portion> level) {
        for (Portion portion : ranked) {
            give(portion, Math.min(left, level.applyAsInt(portion) - portion.due));
        }
    }

    private void fill() {
        while (left > 0) {
            Portion next = null;
            for (Portion portion : ranked) {
                if (portion.due >= portion.room) continue;
                if (next == null || comesBefore(portion, next)) next = portion;
            }
            if (next == null) return;
            give(next, 1);
        }
    }

    private static boolean comesBefore(Portion one, Portion other) {
        if (one.comesBefore(one.due, other, other.due)) return true;
        boolean keeps = one.kept > one.due && other.kept <= other.due;
        return keeps && one.ties(one.due, other, other.due);
    }

    private void give(Portion portion, int permits) {
        if (permits <= 0) return;
        portion.due += permits;
        left -= permits;
    }
}
