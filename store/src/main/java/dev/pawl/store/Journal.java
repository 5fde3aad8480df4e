package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Writing;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The journal and its projection on the write connection: what is durable, and what the tables
/// have of it. Used by one thread at a time, the owner of the write connection.
final class Journal {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final String BEGIN = "begin immediate";
    private static final String COMMIT = "commit";

    private final Session session;
    private final Path file;
    private final Pending pending;
    private final Projection projection;
    private long last;
    private long position;
    private volatile long lastId;
    private final AtomicLong projections = new AtomicLong();
    private @Nullable StoreException broken;

    private Journal(Session session, Path file, Pending pending) {
        this.session = session;
        this.file = file;
        this.pending = pending;
        this.projection = new Projection(session, Target.TABLES);
    }

    /// Opens the journal and projects what an earlier process left in it.
    static Journal open(Session session, Path file, Pending pending) throws SQLException {
        Journal journal = new Journal(session, file, pending);
        PreparedStatement query =
                session.prepare("select last_id, position, journal from progress");
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) throw new IllegalArgumentException("its progress row is missing");
            journal.lastId = row.getLong(1);
            journal.position = row.getLong(2);
            journal.last = row.getLong(3);
        }
        while (journal.readTail()) journal.project();
        return journal;
    }

    /// Returns the greatest id that was ever committed.
    long lastId() {
        return lastId;
    }

    /// Returns how often the tables were brought up to date: a reader that looks at the pending
    /// runs and at the tables must see the same number before and after.
    long projections() {
        return projections.get();
    }

    /// Makes a group durable with one sync and gives every job its answer.
    void commit(List<Job.CommitJob> group) {
        StoreException refused = broken;
        if (refused != null) {
            for (Job.CommitJob job : group) job.finish(refused);
            return;
        }
        List<Job.CommitJob> written = new ArrayList<>(group.size());
        try {
            session.run(BEGIN);
            for (Job.CommitJob job : group) if (execute(job)) written.add(job);
            if (!written.isEmpty()) append(written);
            session.run(COMMIT);
        } catch (SQLException e) {
            fail(group, e);
            return;
        } catch (RuntimeException | Error e) {
            rollback();
            throw e;
        }
        if (written.isEmpty()) return;
        last++;
        for (Job.CommitJob job : written) {
            pending.add(job.commit, last);
            lastId = Math.max(lastId, job.commit.greatestId());
        }
        for (Job.CommitJob job : written) job.finish(null);
    }

    /// Brings the tables up to date and empties the journal, in one transaction without a sync.
    ///
    /// It needs none, and nothing is lost if the machine dies before the next one. The write-ahead
    /// log is one file that is written in order and read back up to its first damaged frame, so
    /// after a loss of power it ends either before this transaction, and then the journal rows that
    /// it deletes are all there, since they were synced before anybody was told; or after it. A
    /// commit that comes later syncs the whole log, this transaction included. The log is copied
    /// into the file only after a sync of its own, which NORMAL does and OFF would not.
    void project() throws SQLException {
        if (pending.isEmpty()) return;
        refuseIfBroken();
        session.execute("pragma synchronous=normal");
        try {
            session.run(BEGIN);
            long next = projection.write(pending, position);
            trim(next);
            session.run(COMMIT);
            position = next;
        } catch (SQLException | RuntimeException e) {
            projection.forget();
            rollback();
            noteDiskFailure(e);
            throw e;
        } finally {
            beDurable();
        }
        projections.incrementAndGet();
        pending.clear();
    }

    /// Executes work of another kind in one transaction that needs no sync, for the same reason.
    void maintain(Maintenance work) throws SQLException {
        refuseIfBroken();
        session.execute("pragma synchronous=normal");
        try {
            session.run(BEGIN);
            work.on(session);
            session.run(COMMIT);
        } catch (SQLException | RuntimeException e) {
            rollback();
            noteDiskFailure(e);
            throw e;
        } finally {
            beDurable();
        }
    }

    /// Copies the log into the file.
    void checkpoint() throws SQLException {
        session.number("pragma wal_checkpoint(truncate)");
    }

    private boolean execute(Job.CommitJob job) throws SQLException {
        if (job.writings.isEmpty()) return true;
        session.run("savepoint step");
        StepTransaction transaction = new StepTransaction(session);
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
                            Kind.REFUSED, "the step's own SQL failed: " + e.getMessage(), e));
            return false;
        } finally {
            transaction.end();
        }
        session.run("release step");
        return true;
    }

    private void append(List<Job.CommitJob> group) throws SQLException {
        int size = 0;
        for (Job.CommitJob job : group) size += LENGTH_BYTES + job.commit.bytes().length();
        byte[] row = new byte[size];
        int at = 0;
        for (Job.CommitJob job : group) {
            ByteSpan bytes = job.commit.bytes();
            at = ByteSink.putInt(row, at, bytes.length());
            bytes.copyTo(row, at);
            at += bytes.length();
        }
        PreparedStatement insert = session.prepare("insert into journal(n, commits) values (?, ?)");
        insert.setLong(1, last + 1);
        insert.setBytes(2, row);
        insert.executeUpdate();
    }

    private void trim(long next) throws SQLException {
        PreparedStatement delete = session.prepare("delete from journal where n <= ?");
        delete.setLong(1, pending.journal());
        delete.executeUpdate();
        PreparedStatement update =
                session.prepare("update progress set last_id = ?, position = ?, journal = ?");
        update.setLong(1, lastId);
        update.setLong(2, next);
        update.setLong(3, pending.journal());
        update.executeUpdate();
    }

    private void refuseIfBroken() {
        StoreException failure = broken;
        if (failure != null) throw failure;
    }

    private void beDurable() throws SQLException {
        try {
            session.execute("pragma synchronous=full");
        } catch (SQLException e) {
            broken = SqlErrors.of(e, "making commits durable again in", file);
            throw e;
        }
    }

    private void fail(List<Job.CommitJob> group, SQLException error) {
        rollback();
        noteDiskFailure(error);
        StoreException failure = SqlErrors.of(error, "writing a commit to", file);
        for (Job.CommitJob job : group) job.finish(failure);
    }

    /// After a failed sync the system may have dropped what it could not write and say nothing at
    /// the next one, so nothing is tried again: only a new process reads what is really there.
    private void noteDiskFailure(Exception error) {
        if (error instanceof SQLException sql && SqlErrors.isDiskFailure(sql)) {
            broken = SqlErrors.of(sql, "writing to", file);
        }
    }

    private void rollback() {
        session.forgetStatements();
        try {
            session.execute("rollback");
        } catch (SQLException e) {
            // SQLite has rolled back by itself after some errors; then there is nothing to do.
            if (!String.valueOf(e.getMessage()).contains("no transaction")) {
                broken = SqlErrors.of(e, "rolling back in", file);
            }
        }
    }

    private boolean readTail() throws SQLException {
        PreparedStatement query =
                session.prepare("select n, commits from journal order by n limit " + Tail.ROWS);
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                last = Math.max(last, row.getLong(1));
                for (EncodedCommit commit : commits(row.getBytes(2))) {
                    pending.add(commit, row.getLong(1));
                    lastId = Math.max(lastId, commit.greatestId());
                }
            }
        }
        return !pending.isEmpty();
    }

    /// Returns the commits of a journal row.
    static List<EncodedCommit> commits(byte[] row) {
        List<EncodedCommit> commits = new ArrayList<>();
        ByteSource source = new ByteSource(row, 0, row.length);
        while (!source.isAtEnd()) {
            int length = source.takeLength();
            commits.add(EncodedCommit.read(row, source.position(), length));
            source.skip(length);
        }
        return commits;
    }

    /// Work on the tables inside a transaction.
    @FunctionalInterface
    interface Maintenance {
        void on(Session session) throws SQLException;
    }
}
