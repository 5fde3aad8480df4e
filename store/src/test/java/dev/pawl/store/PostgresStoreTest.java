package dev.pawl.store;

import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(PgServer.EMBEDDED)
final class PostgresStoreTest extends PostgresContract {
    @Override
    PgServer server() {
        return PgServer.embedded();
    }
}
