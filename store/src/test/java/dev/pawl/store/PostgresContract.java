package dev.pawl.store;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.contract.StoreContract;

/// The contract of a store, with PostgreSQL.
abstract class PostgresContract extends StoreContract {
    private final String schema = PgServer.freshSchema();

    abstract PgServer server();

    @Override
    protected Store open() {
        return server().open(schema);
    }

    @Override
    protected Store reopen(Store store) {
        store.close();
        return open();
    }

    /// Continues without closing the previous store, whose connections are broken.
    @Override
    protected Store crash(Store store) {
        ((PostgresStore) store).abandon();
        return open();
    }
}
