package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;

/// Makes connections to one PostgreSQL.
final class PgSource {
    private static final int MAJOR_MIN = 14;
    private static final String PREFIX = "jdbc:postgresql:";

    private final String url;
    private final PostgresOptions options;
    private final Dialect.Postgres dialect;
    private final String where;

    PgSource(String url, PostgresOptions options) {
        if (!url.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "an address such as jdbc:postgresql://host:5432/database is expected, not '%s'"
                            .formatted(withoutSecrets(url)));
        }
        this.url = url;
        this.options = options;
        this.dialect = new Dialect.Postgres(options.schema());
        this.where = "the schema %s of %s".formatted(options.schema(), withoutSecrets(url));
    }

    Dialect.Postgres dialect() {
        return dialect;
    }

    PostgresOptions options() {
        return options;
    }

    /// Returns what messages call the place of the store.
    String where() {
        return where;
    }

    StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + where + " was closed", null);
    }

    /// Connects to whom commits are sent.
    Session writing() throws SQLException {
        return connect(options.commitTimeout());
    }

    /// Connects to whom questions are asked.
    Session reading() throws SQLException {
        return connect(options.readTimeout());
    }

    /// Throws if the server is not one that a store can be on, and says what to do.
    void check(Session session) throws SQLException {
        int major = session.connection().getMetaData().getDatabaseMajorVersion();
        if (major < MAJOR_MIN) {
            throw refused(
                    "PostgreSQL %d or newer is expected, and this is %d: update the server"
                            .formatted(MAJOR_MIN, major));
        }
        String encoding = session.text("show server_encoding");
        if (!encoding.equals("UTF8")) {
            throw refused(
                    "a database with the encoding UTF8 is expected, and this one has %s: make one"
                                    .formatted(encoding)
                            + " with `create database ... encoding 'UTF8' template template0`");
        }
        if (session.text("show transaction_read_only").equals("on")) {
            throw new StoreException(
                    Kind.READ_ONLY,
                    "%s can only be read: a server that writes is expected; this is a standby or"
                                    .formatted(where)
                            + " set to read-only; name all servers in the address and add"
                            + " ?targetServerType=primary",
                    null);
        }
    }

    /// Returns the exception for a store that could not be opened.
    StoreException cannotOpen(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        String advice =
                switch (state) {
                    case "28P01", "28000" ->
                            "A user that may log in is expected: look at user, password and the"
                                    + " server's pg_hba.conf";
                    case "3D000" -> "An existing database is expected: create it, or name another";
                    case "42501" ->
                            "A user that may create a schema is expected: `grant create on database"
                                    + " ... to ...`, or create the schema for him";
                    case "08001", "08004", "08006" ->
                            "A server that answers is expected: look at host, port and network";
                    default -> "";
                };
        if (advice.isEmpty()) return PgErrors.of(error, "opening", where);
        Kind kind = PgErrors.isLost(error) ? Kind.BUSY : Kind.IO;
        return new StoreException(
                kind,
                "opening %s failed: %s. %s".formatted(where, error.getMessage(), advice),
                error);
    }

    StoreException refused(String why) {
        return new StoreException(
                Kind.CORRUPT, "%s cannot be used: %s".formatted(where, why), null);
    }

    private Session connect(Duration timeout) throws SQLException {
        Properties settings = new Properties();
        if (options.user() != null) settings.setProperty("user", options.user());
        if (options.password() != null) settings.setProperty("password", options.password());
        settings.setProperty("ApplicationName", "pawl");
        settings.setProperty("tcpKeepAlive", "true");
        settings.setProperty("connectTimeout", seconds(options.connectTimeout()));
        settings.setProperty("loginTimeout", seconds(options.connectTimeout().multipliedBy(2)));
        settings.setProperty("socketTimeout", seconds(timeout));
        // A session that belongs to a pooler forgets what was prepared in it.
        settings.setProperty("prepareThreshold", options.isListening() ? "2" : "0");
        Connection connection = new Driver().connect(url, settings);
        if (connection == null) {
            throw new SQLException("the address is not one of PostgreSQL", "08001");
        }
        return new Session(connection, dialect);
    }

    private static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.toSeconds()));
    }

    /// What is behind the question mark may be a password, and what is before an `@` too.
    private static String withoutSecrets(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst("//[^/]*@", "//");
    }
}
