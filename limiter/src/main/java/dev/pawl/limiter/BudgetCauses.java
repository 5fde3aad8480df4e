package dev.pawl.limiter;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Store;
import dev.pawl.limiter.budget.BudgetState;
import dev.pawl.limiter.budget.BudgetState.Waiter;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.List;

/// Why a run waits for a budget, as causes for `why`.
final class BudgetCauses implements CauseProvider {
    /// The only instance: two limiters of one engine must not explain the same wait twice.
    static final BudgetCauses ALL = new BudgetCauses();

    private BudgetCauses() {}

    @Override
    public List<Cause> causes(Run run, Store store) {
        if (run.status().isEnd()) return List.of();
        List<Cause> causes = new ArrayList<>();
        for (BudgetState budget : Limiter.stored(store)) {
            for (Waiter waiter : budget.waiters()) {
                if (isOf(waiter, run)) causes.add(cause(budget, waiter));
            }
        }
        return causes;
    }

    /// A caller that was refused before the run last changed has given up since.
    private static boolean isOf(Waiter waiter, Run run) {
        boolean same =
                waiter.who().equals(run.id().toString())
                        || waiter.who().equals(run.machine() + "/" + run.key());
        return same && waiter.until().isAfter(run.timing().since());
    }

    private static Cause cause(BudgetState budget, Waiter waiter) {
        String slowed =
                budget.pace().isSlowed(budget.settings(), waiter.until())
                        ? "; the server throttled: " + budget.pace().reason()
                        : "";
        String words =
                "budget '%s' of %d requests in %s is used up until %s%s"
                        .formatted(
                                budget.settings().name(),
                                budget.settings().requests(),
                                budget.settings().window(),
                                waiter.until(),
                                slowed);
        return new Cause(Cause.Kind.RATE, words, null);
    }
}
