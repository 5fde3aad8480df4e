package dev.pawl.store.sqlite;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.SessionQuery;
import dev.pawl.store.sql.SqlGuard;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqlStore;
import dev.pawl.store.sql.SqliteErrors;
import dev.pawl.store.sql.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A store as another process sees it: everything that is committed can be read, and nothing can be
/// written.
///
/// Every read starts by loading the journal's tail, so it shows the same as the owner's reads; only
/// [#log] lags until the owner has assigned positions.
public final class ReadOnlyStore extends SqlStore {
    private static final int TRIES = 20;

    private final Path file;
    private final SqlSession session;
    private final JournalTail tail;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    private ReadOnlyStore(Path file, SqlSession session, JournalTail tail) {
        this.file = file;
        this.session = session;
        this.tail = tail;
    }

    public static ReadOnlyStore open(Path home) {
        Path file = StoreHome.file(home);
        if (!Files.isRegularFile(file)) {
            throw new StoreException(
                    Kind.READ_ONLY,
                    "there is no store in %s: a file %s is expected".formatted(home, file),
                    null);
        }
        return of(file);
    }

    /// Opens a store whose file exists.
    public static ReadOnlyStore of(Path file) {
        SqlSession session = null;
        try {
            session = connect(file);
            SqliteMigrations.check(session, file);
            return new ReadOnlyStore(file, session, JournalTail.on(session, file));
        } catch (SQLException | RuntimeException e) {
            StoreException failure = StoreHome.cannotOpen(e, file);
            StoreHome.closeAfter(failure, session, null);
            throw failure;
        }
    }

    /// On a read-only medium SQLite cannot create a lock, and no process can write either.
    private static SqlSession connect(Path file) throws SQLException {
        boolean frozen = !Files.isWritable(file.toAbsolutePath().getParent());
        return frozen && !Files.exists(Path.of(file + "-wal"))
                ? SqliteConnections.immutable(file)
                : SqliteConnections.reading(file);
    }

    @Override
    public void commit(Commit commit) {
        throw readOnly();
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        Filter filter = Filter.ALL.machine(machine).key(key).live();
        return runs(filter, Page.newest(1)).stream().findFirst();
    }

    @Override
    public void retain(List<Retention> all) {
        throw readOnly();
    }

    @Override
    public int prune(Retention retention, int limit) {
        throw readOnly();
    }

    @Override
    public long trim(RunId id, long upTo) {
        throw readOnly();
    }

    @Override
    public List<String> verify() {
        return read(Verification::of);
    }

    @Override
    public long lastId() {
        return read(s -> tail.lastId());
    }

    /// Executes any query and refuses every other statement.
    public <T> T query(String sql, ResultReader<T> reader) {
        SqlGuard.requireQuery(sql);
        return read(s -> {
            s.execute("pragma query_only=on");
            try (Statement statement = s.connection().createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                return reader.read(rows);
            } catch (SQLException e) {
                throw SqliteErrors.ofQuery(e, sql);
            } finally {
                s.execute("pragma query_only=off");
            }
        });
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) return;
            closed = true;
            session.close();
        } catch (SQLException e) {
            throw SqliteErrors.of(e, "closing", file);
        } finally {
            lock.unlock();
        }
    }

    /// Reads in one transaction, so that tail and tables match.
    @Override
    public <T extends @Nullable Object> T read(SessionQuery<T> query) {
        lock.lock();
        try {
            if (closed) throw new StoreException(Kind.CLOSED, file + " was closed", null);
            return answer(query);
        } catch (SQLException e) {
            session.forgetStatements();
            throw SqliteErrors.of(e, "reading", file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw SqliteErrors.damaged(e, "a row", file);
        } finally {
            lock.unlock();
        }
    }

    /// Runs a query, again if the owner has reused a file of its journal in between.
    private <T extends @Nullable Object> T answer(SessionQuery<T> query) throws SQLException {
        for (int left = TRIES; ; left--) {
            try {
                return session.snapshot(s -> {
                    load();
                    return query.on(s);
                });
            } catch (Moved e) {
                if (left == 0) throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }

    private void load() throws SQLException {
        try {
            tail.load();
        } catch (IOException e) {
            throw DiskErrors.of(e, "reading the journal of", file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new Moved(e);
        }
    }

    /// Journal and tables were read at different moments.
    private static final class Moved extends RuntimeException {
        private static final long serialVersionUID = 1;

        Moved(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /// Reads what a query returns.
    @FunctionalInterface
    public interface ResultReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private StoreException readOnly() {
        return new StoreException(
                Kind.READ_ONLY,
                "%s was opened for reading only: write through the process that owns it"
                        .formatted(file),
                null);
    }
}
