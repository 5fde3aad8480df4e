package dev.pawl.store;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.StoreContract;

/// The contract of a store, on a PostgreSQL.
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

    /// Goes on without a word to the store before, whose connections are cut.
    @Override
    protected Store crash(Store store) {
        ((PostgresStore) store).abandon();
        return open();
    }
}
