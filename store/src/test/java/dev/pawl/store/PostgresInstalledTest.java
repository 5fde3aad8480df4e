package dev.pawl.store;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The contract of a store, with the PostgreSQL that is installed on the machine.
@Tag("long")
@ResourceLock(PgServer.INSTALLED)
final class PostgresInstalledTest extends PostgresContract {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
