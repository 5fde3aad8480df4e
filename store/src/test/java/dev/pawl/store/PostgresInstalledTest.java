package dev.pawl.store;

import org.junit.jupiter.api.parallel.ResourceLock;

/// The contract once more, on the PostgreSQL that the machine has.
@ResourceLock(PgServer.INSTALLED)
final class PostgresInstalledTest extends PostgresContract {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
