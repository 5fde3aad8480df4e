package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.Keys;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sql.SessionQuery;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqlStore;
import dev.pawl.store.sql.SqliteErrors;
import dev.pawl.store.sql.StepTransaction;
import dev.pawl.store.sql.Trimming;
import dev.pawl.store.sqlite.Backlog;
import dev.pawl.store.sqlite.EncodedCommit;
import dev.pawl.store.sqlite.Journal;
import dev.pawl.store.sqlite.JournalJob;
import dev.pawl.store.sqlite.Pruning;
import dev.pawl.store.sqlite.ReadConnections;
import dev.pawl.store.sqlite.ReadOnlyStore;
import dev.pawl.store.sqlite.SqliteConnections;
import dev.pawl.store.sqlite.SqliteMigrations;
import dev.pawl.store.sqlite.StoreHome;
import dev.pawl.store.sqlite.StoreLock;
import dev.pawl.store.sqlite.Tables;
import dev.pawl.store.sqlite.Writer;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.UnwrittenCommit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Stores runs in one SQLite file in a home directory that one process owns.
///
/// All methods can be called from any thread, virtual threads included. When `commit` returns, the
/// commit is on the disk; a crash at any moment loses nothing that has returned. After the disk has
/// failed once, every further commit is refused: only a new process can read what the disk holds.
public final class SqliteStore extends SqlStore {
    private final StoreLock lock;
    private final Path file;
    private final SqlSession session;
    private final Backlog backlog = new Backlog();
    private final Tables tables;
    private final Journal journal;
    private final Writer writer;
    private final ReadConnections readers;
    private final FaultPoint faults;
    private final UnwrittenCommit unwritten;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();

    private SqliteStore(StoreLock lock, Path file, SqlSession session, FaultPoint faults)
            throws SQLException, IOException {
        this.lock = lock;
        this.file = file;
        this.session = session;
        this.faults = faults;
        this.unwritten = new UnwrittenCommit(file.toString());
        this.tables = Tables.open(session, file, backlog, faults);
        this.journal = Journal.open(file, tables, backlog, faults);
        this.writer = new Writer(journal, tables, backlog, file, faults);
        this.readers = new ReadConnections(file);
    }

    /// Opens the store in `home`, which is created if it does not exist, and locks it for this
    /// process.
    public static SqliteStore open(Path home) {
        return open(home, FaultPoint.NONE);
    }

    /// Opens the store in `home`; `faults` is called at the points where a thread of the store
    /// could fail.
    static SqliteStore open(Path home, FaultPoint faults) {
        Path file = StoreHome.create(home);
        StoreLock lock = StoreHome.lock(home);
        SqlSession session = null;
        try {
            StoreHome.createFile(file);
            session = SqliteConnections.writing(file);
            SqliteMigrations.apply(session, file);
            SqliteStore store = new SqliteStore(lock, file, session, faults);
            store.writer.start();
            return store;
        } catch (SQLException | IOException | RuntimeException e) {
            StoreException failure = StoreHome.cannotOpen(e, file);
            StoreHome.closeAfter(failure, session, lock);
            throw failure;
        }
    }

    /// Opens the store in `home` for reading, while an engine may be running on it.
    public static Store openReadOnly(Path home) {
        return ReadOnlyStore.open(home);
    }

    /// Executes one SQL query on the store in `home`, without changing it.
    public static QueryResult rows(Path home, String sql) {
        try (ReadOnlyStore store = ReadOnlyStore.open(home)) {
            return store.query(sql, QueryResult::of);
        }
    }

    @Override
    public void commit(Commit commit) {
        writer.submit(job(commit));
    }

    private JournalJob job(Commit commit) {
        try {
            faults.reached(Place.ENCODING);
            return new JournalJob(EncodedCommit.of(commit, backlog::run), commit.writings());
        } catch (VirtualMachineError e) {
            throw unwritten.by(e);
        }
    }

    @Override
    public Optional<Run> run(RunId id) {
        Run run = backlog.run(id);
        if (run != null && !closed.get()) return Optional.of(run);
        return readers.read(session -> Optional.ofNullable(Queries.run(session, id)));
    }

    @Override
    public Map<RunId, RunStatus> statuses(Set<RunId> ids) {
        Map<RunId, RunStatus> found = new HashMap<>();
        Set<RunId> others = new HashSet<>();
        for (RunId id : ids) {
            Run run = backlog.run(id);
            if (run == null) others.add(id);
            else found.put(id, run.status());
        }
        if (others.isEmpty() && !closed.get()) return found;
        return readers.read(session -> {
            Queries.statuses(session, others, found);
            return found;
        });
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        return consistent(session -> findLive(session, machine, key));
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return consistent(session -> {
            Run run = backlog.startedWith(machine, idempotency);
            if (run == null) run = Queries.startedWith(session, machine, idempotency);
            return run == null ? null : newest(run);
        });
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        requireOpen();
        return readers.read(session -> StepTransaction.answer(session, sql, mapper, parameters));
    }

    @Override
    public List<LoggedEntry> log(long beyond, int limit) {
        tables.logRead();
        return super.log(beyond, limit);
    }

    @Override
    public void retain(List<Retention> all) {
        requireOpen();
        tables.retain(all);
    }

    @Override
    public int prune(Retention retention, int limit) {
        requireOpen();
        return new Pruning(tables).prune(retention, limit);
    }

    @Override
    public long trim(RunId id, long upTo) {
        requireOpen();
        tables.project();
        AtomicLong removed = new AtomicLong();
        tables.maintain(
                "trimming the history of a run in",
                session -> removed.set(Trimming.trim(session, id, upTo)));
        return removed.get();
    }

    @Override
    public long lastId() {
        requireOpen();
        return journal.lastId();
    }

    @Override
    public void close() {
        tables.requireOutsideStep();
        closing.lock();
        try {
            if (closed.compareAndSet(false, true)) stop();
        } finally {
            closing.unlock();
        }
    }

    private void stop() {
        writer.close();
        StoreException failure = null;
        try {
            readers.close();
            journal.close();
            tables.close(writer.closed());
        } catch (StoreException e) {
            // What the tables lack stays in the journal, and the next process continues from there.
            failure = e;
        } catch (SQLException e) {
            failure = SqliteErrors.of(e, "closing", file);
        }
        StoreHome.closeAfter(failure, session, lock);
        if (failure != null && failure.kind() != Kind.FULL) throw failure;
    }

    /// Runs `work` on the file while nothing is written to the tables.
    void exclusively(FileWork work) {
        tables.exclusively(
                "inspecting",
                _ -> {
                    try {
                        work.on(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /// Executes a statement on the write connection, for tests that damage the file.
    void execute(String sql) {
        tables.exclusively("executing a statement in", writing -> writing.execute(sql));
    }

    private void requireOpen() {
        if (closed.get()) throw writer.closed();
    }

    /// Runs a query after bringing the tables up to date.
    @Override
    protected <T extends @Nullable Object> T read(SessionQuery<T> query) {
        requireOpen();
        try {
            tables.project();
        } catch (StoreException e) {
            if (e.kind() == Kind.CLOSED) throw e;
            return withJournalTail(query);
        }
        return readers.read(query);
    }

    /// Runs a query as another process would: the tables cannot be written now, so the journal's
    /// tail covers them.
    private <T extends @Nullable Object> T withJournalTail(SessionQuery<T> query) {
        try (ReadOnlyStore reader = ReadOnlyStore.of(file)) {
            return reader.read(query);
        }
    }

    /// Runs a query on backlog and tables together, again if the tables were written in between.
    private Optional<Run> consistent(SessionQuery<@Nullable Run> query) {
        while (true) {
            long before = tables.projections();
            Run run = readers.read(query);
            if (tables.projections() == before) return Optional.ofNullable(run);
        }
    }

    private @Nullable Run findLive(SqlSession session, String machine, String key)
            throws SQLException {
        Run found = backlog.live(machine, key);
        for (Run stored : Queries.live(session, machine, key)) {
            Run run = newest(stored);
            if (run.status().isEnd()) continue;
            if (found == null || run.id().compareTo(found.id()) > 0) found = run;
            break;
        }
        Run keyless = byId(session, machine, key);
        if (found == null || keyless == null) return found == null ? keyless : found;
        return found.id().compareTo(keyless.id()) > 0 ? found : keyless;
    }

    /// A run without a key is found by its id.
    private @Nullable Run byId(SqlSession session, String machine, String key) throws SQLException {
        long number = Keys.idOf(key);
        if (number < 0) return null;
        RunId id = new RunId(number);
        Run run = backlog.run(id);
        if (run == null) run = Queries.run(session, id);
        boolean found =
                run != null
                        && run.machine().equals(machine)
                        && run.origin().key() == null
                        && !run.status().isEnd();
        return found ? run : null;
    }

    private Run newest(Run stored) {
        Run newer = backlog.run(stored.id());
        return newer == null ? stored : newer;
    }

    /// Work on the store's file.
    @FunctionalInterface
    interface FileWork {
        void on(Path file) throws IOException;
    }
}
