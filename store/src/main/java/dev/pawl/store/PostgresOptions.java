package dev.pawl.store;

import dev.pawl.store.postgres.PgSettings;
import dev.pawl.store.threads.FaultPoint;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options of a [PostgresStore], set in a lambda and frozen when it opens.
public final class PostgresOptions {
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,39}");
    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(15);
    private static final Duration READING = Duration.ofSeconds(60);
    private static final int STEP_CONNECTIONS = 4;
    private static final int STEP_CONNECTIONS_MAX = 200;

    private String schema = "pawl";
    private @Nullable String user;
    private @Nullable String password;
    private FaultPoint faults = FaultPoint.NONE;
    private boolean listening = true;
    private boolean creating = true;
    private Duration connectTimeout = CONNECTING;
    private Duration commitTimeout = ANSWERING;
    private Duration readTimeout = READING;
    private int stepConnections = STEP_CONNECTIONS;

    PostgresOptions() {}

    /// Sets the schema that holds Pawl's tables and nothing else (default: `pawl`). It is created
    /// if it does not exist.
    public PostgresOptions schema(String name) {
        if (!SCHEMA.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected a schema name of up to 40 characters a-z, 0-9 and _ that starts with"
                            + " a letter or _, found '%s'".formatted(name));
        }
        schema = name;
        return this;
    }

    /// Sets the user (default: the one in the address).
    public PostgresOptions user(String name) {
        user = name;
        return this;
    }

    /// Sets the password (default: the one in the address).
    public PostgresOptions password(String secret) {
        password = secret;
        return this;
    }

    /// Sets whether nodes notify each other through `LISTEN` (default: true). Without it the store
    /// keeps no state in a session, so it works through a pooler such as PgBouncer that gives each
    /// transaction another session; nodes then notice changes at their next heartbeat.
    public PostgresOptions listen(boolean whether) {
        listening = whether;
        return this;
    }

    /// Sets whether the tables are created if they do not exist (default: true).
    public PostgresOptions create(boolean whether) {
        creating = whether;
        return this;
    }

    /// Sets how long connecting may take (default: 5 s).
    public PostgresOptions connectTimeout(Duration atMost) {
        connectTimeout = atLeastASecond(atMost);
        return this;
    }

    /// Sets how long a commit may go without an answer before the connection counts as lost
    /// (default: 15 s). It should be shorter than a node's lease.
    public PostgresOptions commitTimeout(Duration atMost) {
        commitTimeout = atLeastASecond(atMost);
        return this;
    }

    /// Sets how long a query may take (default: 60 s).
    public PostgresOptions readTimeout(Duration atMost) {
        readTimeout = atLeastASecond(atMost);
        return this;
    }

    /// Sets how many steps may execute their own SQL at the same time, each on a connection and a
    /// thread of its own (default: 4). The server must allow every node that many connections more.
    public PostgresOptions stepConnections(int atMost) {
        if (atMost < 1 || atMost > STEP_CONNECTIONS_MAX) {
            throw new IllegalArgumentException(
                    "expected 1 to %d connections for the SQL of steps, found %d"
                            .formatted(STEP_CONNECTIONS_MAX, atMost));
        }
        stepConnections = atMost;
        return this;
    }

    private static Duration atLeastASecond(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("expected a timeout of at least 1 s, found " + time);
        }
        return time;
    }

    PgSettings settings() {
        PgSettings.Timeouts timeouts =
                new PgSettings.Timeouts(connectTimeout, commitTimeout, readTimeout);
        return new PgSettings(
                schema, user, password, listening, creating, stepConnections, timeouts, faults);
    }

    /// Makes threads of the store fail in a test.
    PostgresOptions faults(FaultPoint points) {
        faults = points;
        return this;
    }
}
