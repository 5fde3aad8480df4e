package dev.pawl.store;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.contract.ClusterContract;

/// The contract for nodes, with PostgreSQL.
abstract class PostgresNodesContract extends ClusterContract {
    private final String schema = PgServer.freshSchema();

    abstract PgServer server();

    @Override
    protected Store open() {
        return server().open(schema);
    }

    @Override
    protected void expire(Store store) {
        server().execute(
                        "update %s.node set until = now() - interval '1 second' where epoch = %d"
                                .formatted(schema, ((PostgresStore) store).epoch()));
    }
}
