package dev.pawl.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.engine.store.Tally;
import dev.pawl.engine.store.Wake;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Keeps runs in one SQLite file in a home directory that one process owns.
///
/// Any thread may call anything, virtual threads too. When `commit` returns, the commit is on the
/// disk; a crash at any moment loses nothing that returned. After a failed write of the disk every
/// further commit is refused: only a new process can tell what is there.
public final class SqliteStore implements Store {
    private final StoreLock lock;
    private final Path file;
    private final Session session;
    private final Backlog backlog = new Backlog();
    private final Tables tables;
    private final Journal journal;
    private final Writer writer;
    private final Readers readers;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock closing = new ReentrantLock();

    private SqliteStore(StoreLock lock, Path file, Session session, FaultPoint faults)
            throws SQLException, IOException {
        this.lock = lock;
        this.file = file;
        this.session = session;
        this.tables = Tables.open(session, file, backlog, faults);
        this.journal = Journal.open(file, tables, backlog, faults);
        this.writer = new Writer(journal, tables, backlog, file, faults);
        this.readers = new Readers(file);
    }

    /// Opens the store in `home`, which is made if it does not exist, and takes it for this
    /// process.
    public static SqliteStore open(Path home) {
        return open(home, FaultPoint.NONE);
    }

    /// Opens the store in `home`; `faults` is called at places where a thread of the store could
    /// fail.
    static SqliteStore open(Path home, FaultPoint faults) {
        Path file = Home.create(home);
        StoreLock lock = Home.lock(home);
        Session session = null;
        try {
            Home.createFile(file);
            session = Session.writing(file);
            Migrations.apply(session, file);
            SqliteStore store = new SqliteStore(lock, file, session, faults);
            store.writer.start();
            return store;
        } catch (SQLException | IOException | RuntimeException e) {
            StoreException failure = Home.cannotOpen(e, file);
            Home.closeAfter(failure, session, lock);
            throw failure;
        }
    }

    /// Opens the store in `home` for reading, while an engine may be running on it.
    public static Store openReadOnly(Path home) {
        return ReadOnlyStore.open(home);
    }

    /// Answers one SQL query on the store in `home`, which is not changed.
    public static Rows rows(Path home, String sql) {
        try (ReadOnlyStore store = ReadOnlyStore.open(home)) {
            return store.query(sql);
        }
    }

    @Override
    public void commit(Commit commit) {
        writer.submit(new Job(EncodedCommit.of(commit, backlog::run), commit.writings()));
    }

    @Override
    public Optional<Run> run(RunId id) {
        Run run = backlog.run(id);
        if (run != null && !closed.get()) return Optional.of(run);
        return readers.read(session -> Optional.ofNullable(Queries.run(session, id)));
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
    public List<Run> runs(Filter filter, Page page) {
        return current(session -> Queries.runs(session, filter, page));
    }

    @Override
    public long count(Filter filter) {
        return current(session -> Queries.count(session, filter));
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        requireOpen();
        return readers.read(session -> StepTransaction.answer(session, sql, mapper, parameters));
    }

    @Override
    public List<Tally> tally() {
        return current(Queries::tally);
    }

    @Override
    public List<Wake> wakes(int limit) {
        return current(session -> Queries.wakes(session, limit));
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return current(session -> Queries.queued(session, queue, except, limit));
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return current(session -> Queries.history(session, id, after, limit));
    }

    @Override
    public List<Logged> log(long beyond, int limit) {
        tables.logRead();
        return current(session -> Queries.log(session, beyond, limit));
    }

    @Override
    public List<Mail> mail(int limit) {
        return current(session -> Queries.mail(session, limit));
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return current(session -> Queries.items(session, kind));
    }

    @Override
    public List<Item> items(Item.Kind kind, String prefix) {
        return current(session -> Queries.items(session, kind, prefix));
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return current(session -> Queries.item(session, kind, name));
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
    public List<String> verify() {
        return current(session -> session.snapshot(Verification::of));
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
            // What the tables lack stays in the journal, and the next opening goes on from there.
            failure = e;
        } catch (SQLException e) {
            failure = SqlErrors.of(e, "closing", file);
        }
        Home.closeAfter(failure, session, lock);
        if (failure != null && failure.kind() != Kind.FULL) throw failure;
    }

    /// Does something with the file while nothing is written to the tables.
    void exclusively(FileWork work) {
        tables.exclusively(
                "looking at",
                _ -> {
                    try {
                        work.on(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /// Executes a statement on the write connection, for tests that disturb the file.
    void execute(String sql) {
        tables.exclusively("executing a statement in", writing -> writing.execute(sql));
    }

    private void requireOpen() {
        if (closed.get()) throw writer.closed();
    }

    /// Asks after the tables were brought up to date.
    private <T> T current(Readers.Question<T> question) {
        requireOpen();
        try {
            tables.project();
        } catch (StoreException e) {
            if (e.kind() == Kind.CLOSED) throw e;
            return beside(question);
        }
        return readers.read(question);
    }

    /// Asks as another process would: the tables cannot be written now, so the journal covers them.
    private <T> T beside(Readers.Question<T> question) {
        try (ReadOnlyStore reader = ReadOnlyStore.of(file)) {
            return reader.read(question);
        }
    }

    /// Asks about the backlog and tables together, again if the tables were written in between.
    private Optional<Run> consistent(Readers.Question<@Nullable Run> question) {
        while (true) {
            long before = tables.projections();
            Run run = readers.read(question);
            if (tables.projections() == before) return Optional.ofNullable(run);
        }
    }

    private @Nullable Run findLive(Session session, String machine, String key)
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

    /// A run without a key goes by its id.
    private @Nullable Run byId(Session session, String machine, String key) throws SQLException {
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
