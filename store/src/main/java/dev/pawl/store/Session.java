package dev.pawl.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// One connection with its prepared statements, used by one thread at a time.
///
/// With SQLite transactions are begun and ended by SQL, never by the driver's auto-commit.
final class Session implements AutoCloseable {
    private static final int STATEMENTS_MAX = 128;
    private static final int BUSY_MILLIS = 5_000;

    /// Memory for pages, in KiB as a negative number.
    private static final int READER_CACHE = -16_384;

    private static final int WRITER_CACHE = -65_536;
    private static final int PAGE_BYTES = 8_192;

    /// The log is copied into the file after this many pages: rarely enough that a page which
    /// changes often is copied once, often enough that the log stays small.
    private static final int CHECKPOINT_PAGES = 4_000;

    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, PreparedStatement> statements =
            new LinkedHashMap<>(STATEMENTS_MAX, 0.75f, true);

    Session(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /// Opens the file for writing and makes it if there is none.
    static Session writing(Path file) throws SQLException {
        Session session = connected(new SQLiteConfig(), file.toString());
        try {
            session.execute("pragma page_size=" + PAGE_BYTES);
            session.text("pragma journal_mode=wal");
            session.execute("pragma synchronous=full");
            session.execute("pragma wal_autocheckpoint=" + CHECKPOINT_PAGES);
            session.execute("pragma cache_size=" + WRITER_CACHE);
            // For the tables of steps: what they declare is kept.
            session.execute("pragma foreign_keys=on");
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    /// Opens another connection of a process that writes the file; it never writes.
    static Session pooled(Path file) throws SQLException {
        Session session = reading(file);
        session.execute("pragma query_only=on");
        session.execute("pragma cache_size=" + READER_CACHE);
        return session;
    }

    /// Opens the file for reading only.
    static Session reading(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return connected(config, file.toString());
    }

    /// Opens a file that nobody can write, on a medium where not even a lock can be made.
    static Session immutable(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        return connected(config, file.toUri().toString().replaceFirst("///", "/") + "?immutable=1");
    }

    private static Session connected(SQLiteConfig config, String name) throws SQLException {
        // Before the driver is used for the first time.
        NativeLibrary.prepare();
        config.setBusyTimeout(BUSY_MILLIS);
        // Otherwise the driver asks for the last row id with a new statement after every insert.
        config.setGetGeneratedKeys(false);
        return new Session(config.createConnection("jdbc:sqlite:" + name), new Dialect.Sqlite());
    }

    /// Returns the statement for this shared SQL, prepared at its first use.
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        return known == null ? prepared(sql, dialect.sql(sql)) : known;
    }

    /// Returns the statement for SQL of somebody else, which is left as it is.
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

    /// Closes every statement: the driver makes one that failed unusable, and does not say so.
    void forgetStatements() {
        for (PreparedStatement statement : statements.values()) {
            try {
                statement.close();
            } catch (SQLException ignored) {
                // It failed before, and says so again; what it said first is known.
            }
        }
        statements.clear();
    }

    /// Executes one prepared statement without parameters.
    void run(String sql) throws SQLException {
        prepare(sql).executeUpdate();
    }

    /// Executes a script, or a statement that takes effect while it is compiled.
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /// Returns the first column of the first row as a number, or 0.
    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /// Returns the first column of the first row as text, or nothing.
    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /// Answers a question that takes several statements from one state of the file.
    <T extends @Nullable Object> T snapshot(Readers.Question<T> question) throws SQLException {
        return switch (dialect) {
            case Dialect.Sqlite _ -> {
                run("begin");
                try {
                    yield question.ask(this);
                } finally {
                    execute("rollback");
                }
            }
            case Dialect.Postgres _ -> {
                connection.setAutoCommit(false);
                try {
                    execute("set transaction isolation level repeatable read, read only");
                    yield question.ask(this);
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
        };
    }

    Dialect dialect() {
        return dialect;
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        forgetStatements();
        connection.close();
    }
}
