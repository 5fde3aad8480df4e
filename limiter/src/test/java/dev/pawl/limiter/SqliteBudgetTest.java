package dev.pawl.limiter;

import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SqliteStores;
import dev.pawl.testkit.StoreFactory;

/// Budgets in SQLite.
final class SqliteBudgetTest extends BudgetContract {
    private static final SqliteStores STORES = SqliteStores.of(SqliteStore::open);

    @Override
    StoreFactory stores() {
        return STORES;
    }
}
