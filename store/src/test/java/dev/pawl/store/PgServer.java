package dev.pawl.store;

import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// A PostgreSQL for the tests of this JVM, on loopback; each test has a schema of its own there.
public record PgServer(String url) {
    /// Tests on one server run one at a time: an open transaction of one holds back the log of the
    /// others.
    public static final String EMBEDDED = "embedded postgres";

    static final String INSTALLED = "installed postgres";

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    /// Returns the server that comes as a library, or skips the test.
    public static PgServer embedded() {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        return of(found);
    }

    /// Returns the server of the distribution, or skips the test.
    static PgServer installed() {
        Installation found = Installation.debian().orElseThrow(TestAbortedException::new);
        return of(found);
    }

    /// Returns the name of a schema that no test has used.
    public static String freshSchema() {
        return "test_" + SCHEMAS.incrementAndGet();
    }

    public PostgresStore open(String schema) {
        return PostgresStore.open(url, options -> options.schema(schema));
    }

    /// Executes a statement as a user would in `psql`.
    public void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// Returns the first column of the first row.
    public String text(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public long number(String sql) {
        return Long.parseLong(text(sql));
    }

    private static PgServer of(Installation installation) {
        return new PgServer(PostgresServer.shared(installation).url(PostgresServer.USER));
    }
}
