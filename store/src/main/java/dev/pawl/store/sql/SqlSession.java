package dev.pawl.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One connection with its prepared statements, used by one thread at a time.
///
/// With SQLite, transactions start and end through SQL, never through the driver's auto-commit.
public final class SqlSession implements AutoCloseable {
    private static final int STATEMENTS_MAX = 128;

    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, PreparedStatement> statements =
            new LinkedHashMap<>(STATEMENTS_MAX, 0.75f, true);

    public SqlSession(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /// Returns the statement for this shared SQL, prepared on first use.
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        return known == null ? prepared(sql, dialect.sql(sql)) : known;
    }

    /// Returns the statement for a step's own SQL, which is used as it is.
    PreparedStatement prepareForeign(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        return known == null ? prepared(sql, sql) : known;
    }

    private PreparedStatement prepared(String sql, String spoken) throws SQLException {
        if (statements.size() >= STATEMENTS_MAX) {
            var eldest = statements.entrySet().iterator();
            eldest.next().getValue().close();
            eldest.remove();
        }
        PreparedStatement made = connection.prepareStatement(spoken);
        statements.put(sql, made);
        return made;
    }

    /// Returns whether this SQL was prepared here before.
    boolean isPrepared(String sql) {
        return statements.containsKey(sql);
    }

    /// Closes every statement: after an error the driver may leave one unusable without reporting
    /// it.
    public void forgetStatements() {
        for (PreparedStatement statement : statements.values()) {
            try {
                statement.close();
            } catch (SQLException ignored) {
                // Closing repeats the error of the statement, which was reported before.
            }
        }
        statements.clear();
    }

    /// Executes one prepared statement without parameters.
    public void run(String sql) throws SQLException {
        prepare(sql).executeUpdate();
    }

    /// Executes a script, or a statement that takes effect while it is compiled.
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /// Returns the first column of the first row as a number, or 0.
    public long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /// Returns the first column of the first row as text, or an empty text.
    public String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /// Runs a query of several statements on one snapshot of the database.
    public <T extends @Nullable Object> T snapshot(SessionQuery<T> query) throws SQLException {
        return switch (dialect) {
            case Dialect.Sqlite _ -> {
                run("begin");
                try {
                    yield query.on(this);
                } finally {
                    execute("rollback");
                }
            }
            case Dialect.Postgres _ -> {
                connection.setAutoCommit(false);
                try {
                    execute("set transaction isolation level repeatable read, read only");
                    yield query.on(this);
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
        };
    }

    public Dialect dialect() {
        return dialect;
    }

    public Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        forgetStatements();
        connection.close();
    }
}
