package dev.pawl.store;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.ClusterContract;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(PgServer.LOCK)
class PostgresClusterTest extends ClusterContract {
    private final String schema = PgServer.freshSchema();

    PgServer server() {
        return PgServer.embedded();
    }

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
