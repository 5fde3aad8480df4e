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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A store as another process sees it: everything that is committed, and nothing can be written.
///
/// Every read begins with the journal's present tail, so it shows what the owner's own reads show;
/// only [#log] lags behind until the owner has given positions.
final class ReadOnlyStore implements Store {
    private static final int TRIES = 20;

    private final Path file;
    private final Session session;
    private final Tail tail;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    private ReadOnlyStore(Path file, Session session, Tail tail) {
        this.file = file;
        this.session = session;
        this.tail = tail;
    }

    static ReadOnlyStore open(Path home) {
        Path file = Home.file(home);
        if (!Files.isRegularFile(file)) {
            throw new StoreException(
                    Kind.READ_ONLY,
                    "there is no store in %s: a file %s is expected".formatted(home, file),
                    null);
        }
        return of(file);
    }

    /// Opens a store whose file exists.
    static ReadOnlyStore of(Path file) {
        Session session = null;
        try {
            session = connect(file);
            Migrations.check(session, file);
            return new ReadOnlyStore(file, session, Tail.on(session, file));
        } catch (SQLException | RuntimeException e) {
            StoreException failure = Home.cannotOpen(e, file);
            Home.closeAfter(failure, session, null);
            throw failure;
        }
    }

    /// On a medium that cannot be written there is no lock to take, and nobody who writes either.
    private static Session connect(Path file) throws SQLException {
        boolean frozen = !Files.isWritable(file.toAbsolutePath().getParent());
        return frozen && !Files.exists(Path.of(file + "-wal"))
                ? Session.immutable(file)
                : Session.reading(file);
    }

    @Override
    public void commit(Commit commit) {
        throw readOnly();
    }

    @Override
    public Optional<Run> run(RunId id) {
        return Optional.ofNullable(this.<@Nullable Run>read(s -> Queries.run(s, id)));
    }

    @Override
    public Optional<Run> live(String machine, String key) {
        Filter filter = Filter.ALL.machine(machine).key(key).live();
        return runs(filter, Page.newest(1)).stream().findFirst();
    }

    @Override
    public Optional<Run> startedWith(String machine, String idempotency) {
        return Optional.ofNullable(
                this.<@Nullable Run>read(s -> Queries.startedWith(s, machine, idempotency)));
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return read(s -> Queries.runs(s, filter, page));
    }

    @Override
    public long count(Filter filter) {
        return read(s -> Queries.count(s, filter));
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters) {
        return read(session -> StepTransaction.answer(session, sql, mapper, parameters));
    }

    @Override
    public List<Tally> tally() {
        return read(Queries::tally);
    }

    @Override
    public List<Wake> wakes(int limit) {
        return read(s -> Queries.wakes(s, limit));
    }

    @Override
    public List<Queued> queued(String queue, Set<String> except, int limit) {
        return read(s -> Queries.queued(s, queue, except, limit));
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return read(s -> Queries.history(s, id, after, limit));
    }

    @Override
    public List<Logged> log(long beyond, int limit) {
        return read(s -> Queries.log(s, beyond, limit));
    }

    @Override
    public List<Mail> mail(int limit) {
        return read(s -> Queries.mail(s, limit));
    }

    @Override
    public List<Item> items(Item.Kind kind) {
        return read(s -> Queries.items(s, kind));
    }

    @Override
    public List<Item> items(Item.Kind kind, String prefix) {
        return read(session -> Queries.items(session, kind, prefix));
    }

    @Override
    public Optional<Item> item(Item.Kind kind, String name) {
        return read(s -> Queries.item(s, kind, name));
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

    /// Answers any query, and refuses everything else.
    Rows query(String sql) {
        SqlGuard.requireQuery(sql);
        return read(s -> {
            s.execute("pragma query_only=on");
            try (Statement statement = s.connection().createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                return Queries.rows(rows);
            } catch (SQLException e) {
                throw SqlErrors.ofQuery(e, sql);
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
            throw SqlErrors.of(e, "closing", file);
        } finally {
            lock.unlock();
        }
    }

    /// Reads in one transaction, so that tail and tables fit together.
    <T extends @Nullable Object> T read(Readers.Question<T> question) {
        lock.lock();
        try {
            if (closed) throw new StoreException(Kind.CLOSED, file + " was closed", null);
            return answer(question);
        } catch (SQLException e) {
            session.forgetStatements();
            throw SqlErrors.of(e, "reading", file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw SqlErrors.damaged(e, "a row", file);
        } finally {
            lock.unlock();
        }
    }

    /// Asks, and asks again if the owner has used a file of its journal anew in between.
    private <T extends @Nullable Object> T answer(Readers.Question<T> question)
            throws SQLException {
        for (int left = TRIES; ; left--) {
            try {
                return session.snapshot(s -> {
                    load();
                    return question.ask(s);
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

    /// Journal and tables were not of the same moment.
    private static final class Moved extends RuntimeException {
        private static final long serialVersionUID = 1;

        Moved(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private StoreException readOnly() {
        return new StoreException(
                Kind.READ_ONLY,
                "%s was opened for reading only: write through the process that owns it"
                        .formatted(file),
                null);
    }
}
