package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.PgErrors;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.UnwrittenCommit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;

/// Opens connections to one PostgreSQL database.
public final class PgSource {
    private static final int MAJOR_MIN = 14;
    private static final String PREFIX = "jdbc:postgresql:";

    private final String url;
    private final PgSettings settings;
    private final Dialect.Postgres dialect;
    private final String where;
    private final UnwrittenCommit unwritten;

    public PgSource(String url, PgSettings settings) {
        if (!url.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "an address such as jdbc:postgresql://host:5432/database is expected, not '%s'"
                            .formatted(withoutSecrets(url)));
        }
        this.url = url;
        this.settings = settings;
        this.dialect = new Dialect.Postgres(settings.schema());
        this.where = "the schema %s of %s".formatted(settings.schema(), withoutSecrets(url));
        this.unwritten = new UnwrittenCommit(where);
    }

    public Dialect.Postgres dialect() {
        return dialect;
    }

    public PgSettings settings() {
        return settings;
    }

    /// Returns the name of the store in messages.
    String where() {
        return where;
    }

    public StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + where + " was closed", null);
    }

    /// Returns the exception for a commit that failed with this error before any of it was written.
    public StoreException unwritten(Throwable error) {
        return unwritten.by(error);
    }

    /// Opens a connection for commits.
    public SqlSession writing() throws SQLException {
        return connect(settings.timeouts().commit());
    }

    /// Opens a connection for queries.
    public SqlSession reading() throws SQLException {
        return connect(settings.timeouts().read());
    }

    /// Throws if a store cannot be on this server, with advice.
    public void check(SqlSession session) throws SQLException {
        int major = session.connection().getMetaData().getDatabaseMajorVersion();
        if (major < MAJOR_MIN) {
            throw refused(
                    "PostgreSQL %d or newer is expected, and this is %d: update the server"
                            .formatted(MAJOR_MIN, major));
        }
        String encoding = session.text("show server_encoding");
        if (!encoding.equals("UTF8")) {
            throw refused(
                    "a database with the encoding UTF8 is expected, and this one has %s: create one"
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
    public StoreException cannotOpen(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        String advice =
                switch (state) {
                    case "28P01", "28000" ->
                            "A user that may log in is expected: check user, password and the"
                                    + " server's pg_hba.conf";
                    case "3D000" -> "An existing database is expected: create it, or name another";
                    case "42501" ->
                            "A user that may create a schema is expected: `grant create on database"
                                    + " ... to ...`, or create the schema for this user";
                    case "08001", "08004", "08006" ->
                            "A server that answers is expected: check host, port and network";
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

    private SqlSession connect(Duration timeout) throws SQLException {
        Properties driver = new Properties();
        if (settings.user() != null) driver.setProperty("user", settings.user());
        if (settings.password() != null) driver.setProperty("password", settings.password());
        driver.setProperty("ApplicationName", "pawl");
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("connectTimeout", seconds(settings.timeouts().connect()));
        driver.setProperty("loginTimeout", seconds(settings.timeouts().connect().multipliedBy(2)));
        driver.setProperty("socketTimeout", seconds(timeout));
        // A session behind a pooler forgets its prepared statements.
        driver.setProperty("prepareThreshold", settings.isListening() ? "2" : "0");
        Connection connection = new Driver().connect(url, driver);
        if (connection == null) {
            throw new SQLException("the address is not one of a PostgreSQL database", "08001");
        }
        return new SqlSession(connection, dialect);
    }

    private static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.toSeconds()));
    }

    /// The part after the question mark may contain a password, and so may the part before an `@`.
    private static String withoutSecrets(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst("//[^/]*@", "//");
    }
}
