package dev.pawl.store;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The contract for nodes, with the PostgreSQL that is installed on the machine.
@Tag("long")
@ResourceLock(PgServer.INSTALLED)
final class PostgresInstalledClusterTest extends PostgresNodesContract {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
