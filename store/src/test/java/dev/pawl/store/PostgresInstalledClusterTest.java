package dev.pawl.store;

import org.junit.jupiter.api.parallel.ResourceLock;

/// The contract for nodes once more, on the PostgreSQL that the machine has.
@ResourceLock(PgServer.INSTALLED)
final class PostgresInstalledClusterTest extends PostgresNodesContract {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
