package dev.pawl.limiter;

import dev.pawl.testkit.StoreFactory;

/// Budgets in a store in memory.
final class MemoryBudgetTest extends BudgetContract {
    @Override
    StoreFactory stores() {
        return StoreFactory.MEMORY;
    }
}
