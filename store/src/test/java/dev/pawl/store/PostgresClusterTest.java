package dev.pawl.store;

import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(PgServer.EMBEDDED)
final class PostgresClusterTest extends PostgresNodesContract {
    @Override
    PgServer server() {
        return PgServer.embedded();
    }
}
