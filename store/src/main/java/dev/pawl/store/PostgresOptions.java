package dev.pawl.store;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a [PostgresStore] is opened with, set in a lambda and frozen when it opens.
public final class PostgresOptions {
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,39}");
    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(15);
    private static final Duration READING = Duration.ofSeconds(60);

    private String schema = "pawl";
    private @Nullable String user;
    private @Nullable String password;
    private FaultPoint faults = FaultPoint.NONE;
    private boolean listening = true;
    private boolean creating = true;
    private Duration connectTimeout = CONNECTING;
    private Duration commitTimeout = ANSWERING;
    private Duration readTimeout = READING;

    PostgresOptions() {}

    /// Sets the schema that has Pawl's tables, and nothing else; `pawl` unless told. It is made if
    /// it does not exist.
    public PostgresOptions schema(String name) {
        if (!SCHEMA.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a schema's name is made of up to 40 of a-z, 0-9 and _ and begins with no"
                            + " digit, not '%s'".formatted(name));
        }
        schema = name;
        return this;
    }

    /// Sets who connects, unless the address says so.
    public PostgresOptions user(String name) {
        user = name;
        return this;
    }

    /// Sets the password, unless the address has it.
    public PostgresOptions password(String secret) {
        password = secret;
        return this;
    }

    /// Sets whether nodes call each other through `LISTEN`; they do unless told. Without it the
    /// store keeps nothing in a session, so it works through a pooler such as PgBouncer that gives
    /// each transaction another one, and nodes notice each other at their next beat.
    public PostgresOptions listen(boolean whether) {
        listening = whether;
        return this;
    }

    /// Sets whether the tables are made if they do not exist; they are unless told.
    public PostgresOptions create(boolean whether) {
        creating = whether;
        return this;
    }

    /// Sets how long a connection may take to be made; 5 s unless told.
    public PostgresOptions connectTimeout(Duration atMost) {
        connectTimeout = atLeastASecond(atMost);
        return this;
    }

    /// Sets after how long without an answer to a commit the connection counts as lost; 15 s unless
    /// told. It should be shorter than a node's lease.
    public PostgresOptions commitTimeout(Duration atMost) {
        commitTimeout = atLeastASecond(atMost);
        return this;
    }

    /// Sets how long a question may take; 60 s unless told.
    public PostgresOptions readTimeout(Duration atMost) {
        readTimeout = atLeastASecond(atMost);
        return this;
    }

    private static Duration atLeastASecond(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("a timeout is at least 1 s, not " + time);
        }
        return time;
    }

    String schema() {
        return schema;
    }

    @Nullable String user() {
        return user;
    }

    @Nullable String password() {
        return password;
    }

    boolean isListening() {
        return listening;
    }

    boolean isCreating() {
        return creating;
    }

    Duration connectTimeout() {
        return connectTimeout;
    }

    Duration commitTimeout() {
        return commitTimeout;
    }

    Duration readTimeout() {
        return readTimeout;
    }

    /// Makes threads of the store fail in a test.
    PostgresOptions faults(FaultPoint points) {
        faults = points;
        return this;
    }

    FaultPoint faults() {
        return faults;
    }
}
