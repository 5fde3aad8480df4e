package dev.pawl.store.sqlite;

import dev.pawl.store.sql.Dialect;
import dev.pawl.store.sql.SqlSession;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// Opens sessions on an SQLite file.
public final class SqliteConnections {
    private static final int BUSY_MILLIS = 5_000;

    /// Memory for pages, in KiB as a negative number.
    private static final int READER_CACHE = -16_384;

    private static final int WRITER_CACHE = -65_536;
    private static final int PAGE_BYTES = 8_192;

    /// SQLite copies its log into the file after this many pages: rarely enough that a page which
    /// changes often is copied once, often enough that the log stays small.
    private static final int CHECKPOINT_PAGES = 4_000;

    private SqliteConnections() {}

    /// Opens the file for writing and creates it if it does not exist.
    public static SqlSession writing(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        // One thread at a time uses it, so SQLite need not lock it for every call.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        SqlSession session = connect(config, file.toString());
        try {
            endDriverTransactions(session);
            session.execute("pragma page_size=" + PAGE_BYTES);
            session.text("pragma journal_mode=wal");
            session.execute("pragma synchronous=full");
            session.execute("pragma wal_autocheckpoint=" + CHECKPOINT_PAGES);
            session.execute("pragma cache_size=" + WRITER_CACHE);
            // For the tables of steps: SQLite enforces the foreign keys that they declare.
            session.execute("pragma foreign_keys=on");
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    /// Leaves transactions to SQL. In auto-commit mode the driver tries to start one around every
    /// statement; switching that mode off starts one too, which is ended here.
    private static void endDriverTransactions(SqlSession session) throws SQLException {
        session.connection().setAutoCommit(false);
        session.execute("rollback");
    }

    /// Opens a read connection in the process that writes the file.
    static SqlSession pooled(Path file) throws SQLException {
        SqlSession session = reading(file);
        session.execute("pragma query_only=on");
        session.execute("pragma cache_size=" + READER_CACHE);
        return session;
    }

    /// Opens the file for reading only.
    public static SqlSession reading(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return connect(config, file.toString());
    }

    /// Opens a file on a read-only medium, where SQLite cannot create a lock.
    static SqlSession immutable(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        return connect(config, file.toUri().toString().replaceFirst("///", "/") + "?immutable=1");
    }

    private static SqlSession connect(SQLiteConfig config, String name) throws SQLException {
        // Before the driver is used for the first time.
        NativeLibrary.prepare();
        config.setBusyTimeout(BUSY_MILLIS);
        // Otherwise the driver asks for the last row id with a new statement after every insert.
        config.setGetGeneratedKeys(false);
        return new SqlSession(config.createConnection("jdbc:sqlite:" + name), new Dialect.Sqlite());
    }
}
