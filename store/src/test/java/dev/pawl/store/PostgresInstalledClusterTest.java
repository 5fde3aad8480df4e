package dev.pawl.store;

/// The contract for nodes once more, on the PostgreSQL that the machine has.
final class PostgresInstalledClusterTest extends PostgresClusterTest {
    @Override
    PgServer server() {
        return PgServer.installed();
    }
}
