package dev.pawl.store;

/// The contract once more, on the PostgreSQL that the machine has.
final class PostgresInstalledTest extends PostgresStoreTest {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
