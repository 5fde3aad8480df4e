package dev.pawl.store.sqlite;

import dev.pawl.engine.store.Retention;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.Queries;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqliteErrors;
import dev.pawl.store.sql.StepTransaction;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The tables that users query, and the one connection that writes them.
///
/// What the journal has is written here soon after, in transactions without a sync: if the machine
/// crashes before the next sync, the journal still has it. A step's own SQL cannot be in the
/// journal, so a commit with such SQL becomes durable here, in a transaction with a sync.
public final class Tables {
    private static final String START = "begin immediate";
    private static final String COMMIT = "commit";

    /// A reader of the log that has read within this time is expected to continue.
    private static final long LOG_READER_NANOS = Duration.ofSeconds(10).toNanos();

    /// Fair: projections and deletions must not starve each other.
    private final ReentrantLock lock = new ReentrantLock(true);

    private final SqlSession session;
    private final Path file;
    private final Backlog backlog;
    private final FaultPoint faults;
    private final Projection projection;
    private final EndedRunBound endedRuns = new EndedRunBound();
    private final AtomicLong projections = new AtomicLong();

    // Guarded by the lock.
    private TableProgress progress;

    private volatile @Nullable StoreException broken;

    /// Created in advance: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    private volatile long durable;
    private volatile int lastProjected;
    private volatile long logRead = System.nanoTime() - LOG_READER_NANOS;

    /// The thread that executes a step's own SQL, or null.
    private volatile @Nullable Thread stepping;

    private Tables(
            SqlSession session,
            Path file,
            Backlog backlog,
            TableProgress progress,
            FaultPoint faults) {
        this.session = session;
        this.faults = faults;
        this.file = file;
        this.backlog = backlog;
        this.progress = progress;
        this.projection = new Projection(session, ProjectionTarget.TABLES);
        this.durable = progress.journal();
        this.outOfMemory =
                new StoreException(
                        Kind.IO,
                        "the process ran out of memory in a transaction on %s; open it again"
                                .formatted(file),
                        null);
    }

    public static Tables open(SqlSession session, Path file, Backlog backlog, FaultPoint faults)
            throws SQLException {
        return new Tables(session, file, backlog, TableProgress.read(session), faults);
    }

    /// Returns how far the tables were when this process opened them.
    TableProgress progress() {
        return progress;
    }

    /// Returns the last group of the journal that the tables have on the disk.
    long durable() {
        return durable;
    }

    /// Throws if the disk has failed under the tables: this process must not write any more.
    void requireSound() {
        StoreException failure = broken;
        if (failure != null) throw failure;
    }

    boolean isBroken() {
        return broken != null;
    }

    /// Ends all writing; every further call is refused with this exception.
    void fail(StoreException failure) {
        broken = failure;
    }

    /// Returns how often the tables were written: a reader of both backlog and tables must see the
    /// same number before and after.
    public long projections() {
        return projections.get();
    }

    /// Returns how many runs the last projection had.
    int lastProjected() {
        return lastProjected;
    }

    /// Sets which ended runs the engine prunes, so that projections can delete them too if
    /// necessary.
    public void retain(List<Retention> all) {
        endedRuns.retain(all);
    }

    /// Notes that the log is being read: its reader must not miss a run.
    public void logRead() {
        logRead = System.nanoTime();
    }

    /// Returns when the tables have every commit that returned before this call.
    public void project() {
        if (!backlog.isEmpty()) locked("bringing the tables up to date in", () -> project(false));
    }

    /// Does the same, and returns when the tables are on the disk.
    void projectDurably() {
        locked("bringing the tables up to date in", () -> project(true));
    }

    /// Records durably whether the newest commits may be only in the journal.
    void setJournaled(boolean journaled) {
        locked(
                "opening the journal of",
                () -> {
                    if (progress.isJournaled() == journaled && backlog.isEmpty()) return;
                    if (!journaled) project(true);
                    TableProgress next = progress.journaled(journaled);
                    transaction(true, () -> next.write(session));
                    progress = next;
                });
    }

    /// Commits a group that has a step's own SQL, and returns the commits that were written; the
    /// other jobs have their outcome. If it throws, nothing of the group was written, or all
    /// writing has ended.
    List<EncodedCommit> commit(List<JournalJob> group) {
        List<EncodedCommit> written = new ArrayList<>();
        Pending pending = new Pending();
        locked(
                "writing a commit to",
                () -> {
                    project(false);
                    transaction(
                            true,
                            () -> {
                                for (JournalJob job : group) {
                                    if (!execute(job)) continue;
                                    written.add(job.commit);
                                }
                                pending.add(written, progress.journal());
                                write(pending);
                            });
                    projections.incrementAndGet();
                });
        return written;
    }

    /// Executes other work in one transaction without a sync.
    public void maintain(String doing, Maintenance work) {
        locked(doing, () -> transaction(false, () -> work.on(session)));
    }

    /// Returns a run from the tables.
    @Nullable Run run(RunId id) {
        AtomicReference<@Nullable Run> found = new AtomicReference<>();
        exclusively("reading", open -> found.set(Queries.run(open, id)));
        return found.get();
    }

    /// Executes work on the connection while no other thread writes to the tables.
    public void exclusively(String doing, Maintenance work) {
        locked(doing, () -> work.on(session));
    }

    /// Copies SQLite's log into the file, and makes every later call fail with `closed`.
    public void close(StoreException closed) {
        locked(
                "closing",
                () -> {
                    session.number("pragma wal_checkpoint(truncate)");
                    broken = closed;
                });
    }

    private void project(boolean durably) throws SQLException {
        // What could not be written before is written first.
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
        Set<PendingRun> unwritten = endedRuns.unwritten(session, pending, hasLogReader);
        long position = projection.write(pending, unwritten, progress.position());
        endedRuns.delete(session);
        TableProgress next = progress.after(pending, position);
        next.write(session);
        progress = next;
    }

    /// Executes work in one transaction. Without a sync of its own it reaches the disk with the
    /// next transaction that has one: SQLite writes its write-ahead log in order, and syncs all of
    /// it before copying it into the file.
    private void transaction(boolean durably, Work work) throws SQLException {
        TableProgress before = progress;
        boolean committing = false;
        if (!durably) session.execute("pragma synchronous=normal");
        try {
            session.run(START);
            work.run();
            faults.reached(Place.PROJECTION_WRITTEN);
            committing = true;
            session.run(COMMIT);
            faults.reached(Place.PROJECTION_COMMITTED);
            if (durably) durable = progress.journal();
        } catch (SQLException | RuntimeException | Error e) {
            if (committing && !(e instanceof SQLException)) failInDoubt(e);
            progress = before;
            projection.forget();
            endedRuns.forget();
            rollback();
            noteDiskFailure(e);
            throw e;
        } finally {
            if (!durably) beDurable();
        }
    }

    private boolean execute(JournalJob job) throws SQLException {
        if (job.writings.isEmpty()) return true;
        session.run("savepoint step");
        StepTransaction transaction = new StepTransaction(session);
        stepping = Thread.currentThread();
        try {
            for (Writing writing : job.writings) writing.write(transaction);
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();
            SqliteErrors.rethrowIfNotOfTheStatement(e);
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

    /// Refuses a call on the store from within a step's own SQL: it would wait for the transaction
    /// that it is itself a part of.
    public void requireOutsideStep() {
        if (Thread.currentThread().equals(stepping)) throw StepTransaction.outside();
    }

    private void locked(String doing, Work work) {
        requireOutsideStep();
        lock.lock();
        try {
            requireSound();
            work.run();
        } catch (SQLException e) {
            throw SqliteErrors.of(e, doing, file);
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
            broken = SqliteErrors.of(e, "making commits durable again in", file);
            throw e;
        } finally {
            if (!durable && broken == null) broken = outOfMemory;
        }
    }

    /// After a failed sync the system may have dropped the data and report success at the next one,
    /// so nothing is retried: only a new process can read what the disk holds.
    private void noteDiskFailure(Throwable error) {
        if (error instanceof SQLException sql && SqliteErrors.isDiskFailure(sql)) {
            broken = SqliteErrors.of(sql, "writing to", file);
        }
    }

    /// A transaction that may or may not be committed: written again, it might be there twice.
    private void failInDoubt(Throwable error) {
        broken = outOfMemory;
        broken =
                new StoreException(
                        Kind.IO,
                        "it is unknown whether a transaction on %s was committed: %s; open it again"
                                .formatted(file, error),
                        error);
    }

    private void rollback() {
        boolean known = false;
        try {
            session.forgetStatements();
            session.execute("rollback");
            known = true;
        } catch (SQLException e) {
            // SQLite rolls back by itself after some errors; then there is nothing to do.
            known = String.valueOf(e.getMessage()).contains("no transaction");
            if (!known) broken = SqliteErrors.of(e, "rolling back in", file);
        } finally {
            if (!known && broken == null) broken = outOfMemory;
        }
    }

    /// Work on the tables.
    @FunctionalInterface
    public interface Maintenance {
        void on(SqlSession session) throws SQLException;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }
}
