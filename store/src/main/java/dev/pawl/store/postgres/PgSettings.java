package dev.pawl.store.postgres;

import dev.pawl.store.threads.FaultPoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a store connects to PostgreSQL.
///
/// @param schema the schema that holds the tables
/// @param user the user, or null if the address names it
/// @param password the password, or null if the address has it
/// @param isListening whether nodes notify each other through `LISTEN`
/// @param isCreating whether the tables are created if they do not exist
/// @param stepConnections how many steps may execute their own SQL at the same time
public record PgSettings(
        String schema,
        @Nullable String user,
        @Nullable String password,
        boolean isListening,
        boolean isCreating,
        int stepConnections,
        Timeouts timeouts,
        FaultPoint faults) {

    /// How long a connection, a commit and a query may take.
    public record Timeouts(Duration connect, Duration commit, Duration read) {}
}
