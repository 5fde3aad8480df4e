package dev.pawl.store;

import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.FaultPoint.Place;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The tables that people read, and the one connection that writes them.
///
/// What the journal has is written here soon after, in transactions that need no sync: if the
/// machine dies before the next one, the journal has it still. A step's own SQL cannot be in the
/// journal, so a commit with some of it becomes durable here, in a transaction with a sync.
final class Tables {
    private static final String BEGIN = "begin immediate";
    private static final String COMMIT = "commit";

    /// A reader of the log that has read in this time is expected to continue.
    private static final long LOG_READER_NANOS = Duration.ofSeconds(10).toNanos();

    /// Fair: whoever brings the tables up to date must not keep others from deleting, nor they him.
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Session session;
    private final Path file;
    private final Backlog backlog;
    private final FaultPoint faults;
    private final Projection projection;
    private final Surplus surplus = new Surplus();
    private final AtomicLong projections = new AtomicLong();

    // Guarded by the lock.
    private Progress progress;

    private volatile @Nullable StoreException broken;

    /// Made beforehand: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    private volatile long durable;
    private volatile int lastProjected;
    private volatile long logRead = System.nanoTime() - LOG_READER_NANOS;

    /// The thread that executes a step's own SQL, if one does.
    private volatile @Nullable Thread stepping;

    private Tables(
            Session session, Path file, Backlog backlog, Progress progress, FaultPoint faults) {
        this.session = session;
        this.faults = faults;
        this.file = file;
        this.backlog = backlog;
        this.progress = progress;
        this.projection = new Projection(session, Target.TABLES);
        this.durable = progress.journal();
        this.outOfMemory =
                new StoreException(
                        Kind.IO,
                        "the process ran out of memory in a transaction on %s; open it again"
                                .formatted(file),
                        null);
    }

    static Tables open(Session session, Path file, Backlog backlog, FaultPoint faults)
            throws SQLException {
        return new Tables(session, file, backlog, Progress.read(session), faults);
    }

    /// Returns how far the tables have come, before anything is written by this process.
    Progress progress() {
        return progress;
    }

    /// Returns the last group of the journal that is in the tables, on the disk.
    long durable() {
        return durable;
    }

    /// Throws if the disk has failed under the tables: then nothing more is written by this
    /// process.
    void requireSound() {
        StoreException failure = broken;
        if (failure != null) throw failure;
    }

    /// Ends all writing; what is refused from now on is refused with this.
    void fail(StoreException failure) {
        broken = failure;
    }

    /// Returns how often the tables were written: a reader that looks at the backlog and at the
    /// tables must see the same number before and after.
    long projections() {
        return projections.get();
    }

    /// Returns how many runs the last projection had.
    int lastProjected() {
        return lastProjected;
    }

    /// Sets which ended runs the engine prunes, so that projections do so too when they must.
    void retain(List<Retention> all) {
        surplus.retain(all);
    }

    /// Notes that the log is read: its reader must not miss a run.
    void logRead() {
        logRead = System.nanoTime();
    }

    /// Returns when the tables have every commit that returned before this call.
    void project() {
        if (!backlog.isEmpty()) locked("bringing the tables up to date in", () -> project(false));
    }

    /// The same, and they are on the disk.
    void projectDurably() {
        locked("bringing the tables up to date in", () -> project(true));
    }

    /// Says, durably, whether the newest commits may be in the journal alone.
    void setJournaled(boolean journaled) {
        locked(
                "opening the journal of",
                () -> {
                    if (progress.isJournaled() == journaled && backlog.isEmpty()) return;
                    if (!journaled) project(true);
                    Progress next = progress.journaled(journaled);
                    transaction(true, () -> next.write(session));
                    progress = next;
                });
    }

    /// Commits a group in which steps brought SQL of their own, and gives every job its answer;
    /// returns the commits that were written.
    List<EncodedCommit> commit(List<Job> group) {
        List<EncodedCommit> written = new ArrayList<>();
        List<Job> accepted = new ArrayList<>();
        Pending pending = new Pending();
        locked(
                "writing a commit to",
                () -> {
                    project(false);
                    transaction(
                            true,
                            () -> {
                                for (Job job : group) {
                                    if (!execute(job)) continue;
                                    accepted.add(job);
                                    written.add(job.commit);
                                    pending.add(job.commit, progress.journal());
                                }
                                write(pending);
                            });
                    projections.incrementAndGet();
                });
        accepted.forEach(job -> job.finish(null));
        return written;
    }

    /// Executes work of another kind in one transaction that needs no sync.
    void maintain(String doing, Maintenance work) {
        locked(doing, () -> transaction(false, () -> work.on(session)));
    }

    /// Returns a run as the tables have it.
    @Nullable Run run(RunId id) {
        AtomicReference<@Nullable Run> found = new AtomicReference<>();
        exclusively("reading", open -> found.set(Queries.run(open, id)));
        return found.get();
    }

    /// Does something with the connection while nobody writes to the tables.
    void exclusively(String doing, Maintenance work) {
        locked(doing, () -> work.on(session));
    }

    /// Copies SQLite's log into the file, and answers every later call with `closed`.
    void close(StoreException closed) {
        locked(
                "closing",
                () -> {
                    session.number("pragma wal_checkpoint(truncate)");
                    broken = closed;
                });
    }

    private void project(boolean durably) throws SQLException {
        // What could not be written before goes first.
        if (!backlog.taken().isEmpty()) writeTaken(durably);
        boolean behind = durably && durable < progress.journal();
        if (!backlog.take().isEmpty() || behind) writeTaken(durably);
    }

    private void writeTaken(boolean durably) throws SQLException {
        transaction(durably, () -> write(backlog.taken()));
        lastProjected = backlog.taken().runs().size();
        projections.incrementAndGet();
        backlog.written();
    }

    private void write(Pending pending) throws SQLException {
        boolean hasLogReader = System.nanoTime() - logRead < LOG_READER_NANOS;
        Set<PendingRun> unwritten = surplus.reduce(session, pending, hasLogReader);
        long position = projection.write(pending, unwritten, progress.position());
        Progress next = progress.after(pending, position);
        next.write(session);
        progress = next;
    }

    /// Executes work in one transaction. Without a sync of its own it is on the disk after the next
    /// transaction that has one: the write-ahead log is written in order, and synced as a whole
    /// before it is copied into the file.
    private void transaction(boolean durably, Work work) throws SQLException {
        Progress before = progress;
        if (!durably) session.execute("pragma synchronous=normal");
        try {
            session.run(BEGIN);
            work.run();
            faults.reached(Place.PROJECTION_WRITTEN);
            session.run(COMMIT);
            if (durably) durable = progress.journal();
        } catch (SQLException | RuntimeException | Error e) {
            progress = before;
            projection.forget();
            surplus.forget();
            rollback();
            noteDiskFailure(e);
            throw e;
        } finally {
            if (!durably) beDurable();
        }
    }

    private boolean execute(Job job) throws SQLException {
        if (job.writings.isEmpty()) return true;
        session.run("savepoint step");
        StepTransaction transaction = new StepTransaction(session);
        stepping = Thread.currentThread();
        try {
            for (Writing writing : job.writings) writing.write(transaction);
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            SqlErrors.rethrowIfNotOfTheStatement(e);
            session.forgetStatements();
            session.run("rollback to step");
            session.run("release step");
            job.finish(
                    new StoreException(
                            Kind.REFUSED,
                            "the step's own SQL failed: " + Failure.of(e).message(),
                            e));
            return false;
        } finally {
            stepping = null;
            transaction.end();
        }
        session.run("release step");
        return true;
    }

    /// Refuses a call that a step's own SQL makes on the store: it would wait for the transaction
    /// that it is itself a part of.
    void requireOutsideStep() {
        if (Thread.currentThread().equals(stepping)) throw StepTransaction.outside();
    }

    private void locked(String doing, Work work) {
        requireOutsideStep();
        lock.lock();
        try {
            requireSound();
            work.run();
        } catch (SQLException e) {
            throw SqlErrors.of(e, doing, file);
        } finally {
            lock.unlock();
        }
    }

    private void beDurable() throws SQLException {
        boolean durable = false;
        try {
            session.execute("pragma synchronous=full");
            durable = true;
        } catch (SQLException e) {
            broken = SqlErrors.of(e, "making commits durable again in", file);
            throw e;
        } finally {
            if (!durable && broken == null) broken = outOfMemory;
        }
    }

    /// After a failed sync the system may have dropped what it could not write and say nothing at
    /// the next one, so nothing is tried again: only a new process reads what is really there.
    private void noteDiskFailure(Throwable error) {
        if (error instanceof SQLException sql && SqlErrors.isDiskFailure(sql)) {
            broken = SqlErrors.of(sql, "writing to", file);
        }
    }

    private void rollback() {
        boolean known = false;
        try {
            session.forgetStatements();
            session.execute("rollback");
            known = true;
        } catch (SQLException e) {
            // SQLite has rolled back by itself after some errors; then there is nothing to do.
            known = String.valueOf(e.getMessage()).contains("no transaction");
            if (!known) broken = SqlErrors.of(e, "rolling back in", file);
        } finally {
            if (!known && broken == null) broken = outOfMemory;
        }
    }

    /// Work on the tables.
    @FunctionalInterface
    interface Maintenance {
        void on(Session session) throws SQLException;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    /// How far the tables have come: the greatest id and the last position that were ever given,
    /// the last group of the journal that is in them, the number that the journal's files bear, and
    /// whether there may be groups in those that are not in here.
    record Progress(long lastId, long position, long journal, long store, boolean isJournaled) {

        static Progress read(Session session) throws SQLException {
            PreparedStatement query =
                    session.prepare(
                            "select last_id, position, journal, store, journaled from progress");
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) throw new IllegalArgumentException("its progress row is missing");
                return new Progress(
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getBoolean(5));
            }
        }

        private Progress after(Pending pending, long next) {
            long id = Math.max(lastId, pending.greatestId());
            return new Progress(id, next, Math.max(journal, pending.journal()), store, isJournaled);
        }

        private Progress journaled(boolean now) {
            return new Progress(lastId, position, journal, store, now);
        }

        private void write(Session session) throws SQLException {
            PreparedStatement update =
                    session.prepare(
                            "update progress set last_id = ?, position = ?, journal = ?,"
                                    + " journaled = ?");
            update.setLong(1, lastId);
            update.setLong(2, position);
            update.setLong(3, journal);
            update.setBoolean(4, isJournaled);
            update.executeUpdate();
        }
    }
}
