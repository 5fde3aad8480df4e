package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.PgErrors;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.RetryDelay;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Sends commits, one at a time, and finds out the outcome of one whose connection broke.
///
/// Each commit of a node that has joined has a number, which is written with it. When the answer is
/// lost, the number in the slot's row (table `commit_slot`) shows whether the commit was made. If
/// it was not, the number is raised, so that the lost commit fails should it still arrive, and the
/// commit is sent again. So a server that goes away for a while, or is replaced by another, only
/// causes a pause. A store that has not joined has no such number, so there the outcome stays
/// unknown.
final class PgCommitSlot {
    private static final long IDLE_NANOS = 2_000_000_000;
    private static final int VALID_SECONDS = 5;

    /// A group that meets a stale plan is tried this often, each time on a fresh connection.
    private static final int TRIES_MAX = 5;

    private final PgSource source;
    private final PgDefinitions definitions;
    private final int place;
    private final FaultPoint faults;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private @Nullable SqlSession session;
    private long used;
    private long epoch;
    private long last;
    private long number;

    private volatile boolean closed;

    /// Creates the slot at this place among those of the node.
    PgCommitSlot(PgSource source, PgDefinitions definitions, int place) {
        this.source = source;
        this.definitions = definitions;
        this.place = place;
        this.faults = source.settings().faults();
    }

    int place() {
        return place;
    }

    /// Makes all later commits in this epoch of the node.
    void join(long joined) {
        lock.lock();
        try {
            epoch = joined;
            last = 0;
            number = 0;
        } finally {
            lock.unlock();
        }
    }

    /// Returns when the group is durable. If it throws, nothing of the group was written, unless
    /// the error says otherwise.
    void send(List<PgJob> jobs) throws SQLException {
        send(
                mine -> {
                    PgGroup group = new PgGroup(jobs);
                    SqlSession to = connected();
                    group.prepare(to, definitions);
                    faults.reached(Place.BEFORE_APPEND);
                    mine.sent();
                    group.call(to, mine.number());
                    faults.reached(Place.AFTER_APPEND);
                    used = System.nanoTime();
                },
                null);
    }

    /// Commits the transaction of a step together with its group.
    ///
    /// A connection that breaks before the commit is an ordinary error: nothing was written.
    void end(SqlSession transaction, PgGroup group) throws SQLException {
        send(
                mine -> {
                    group.call(transaction, mine.number());
                    faults.reached(Place.BEFORE_APPEND);
                    mine.sent();
                    transaction.connection().commit();
                    faults.reached(Place.AFTER_APPEND);
                },
                transaction);
    }

    /// Stops waiting for a server that is unavailable; commits that it accepts at once are still
    /// made.
    void hurry() {
        closed = true;
    }

    void close() {
        closed = true;
        lock.lock();
        try {
            disconnect();
        } finally {
            lock.unlock();
        }
    }

    /// Breaks the connection, as a crash of the process does.
    @SuppressWarnings("GuardedBy")
    void abandon() {
        closed = true;
        SqlSession open = session;
        if (open != null) PgPool.cut(open);
    }

    private void send(Sending sending, @Nullable SqlSession transaction) throws SQLException {
        lock.lock();
        try {
            RetryDelay backoff = new RetryDelay();
            int tries = 1;
            while (!isDurable(sending, transaction, backoff, tries++)) {
                if (closed) throw source.closed();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Tries once, and returns whether that made the group durable; throws if it must not be tried
    /// again.
    private boolean isDurable(
            Sending sending, @Nullable SqlSession transaction, RetryDelay backoff, int tries)
            throws SQLException {
        number++;
        Attempt attempt = null;
        try {
            attempt = new Attempt(new PgGroup.CommitNumber(epoch, place, last, number));
            sending.send(attempt);
            last = number;
            return true;
        } catch (SQLException e) {
            boolean stale = PgErrors.isStalePlan(e);
            if (!stale && !PgErrors.isLost(e)) throw e;
            disconnect();
            if (stale) {
                if (transaction != null || tries >= TRIES_MAX) throw e;
                return false;
            }
            boolean sent = isSent(attempt);
            if (!sent && (transaction != null || epoch == 0)) throw e;
            if (epoch == 0) throw unknown(e);
            backoff.pause();
            if (sent && survived(number, backoff, e)) return true;
            if (transaction != null) throw e;
            return false;
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // The connection may be in the middle of a message.
            disconnect();
            if (!isSent(attempt)) throw source.unwritten(e);
            if (epoch == 0) throw unknown(e);
            if (survived(number, backoff, e)) return true;
            throw source.unwritten(e);
        }
    }

    private static boolean isSent(@Nullable Attempt attempt) {
        return attempt != null && attempt.isSent();
    }

    /// Retries until the server answers.
    private boolean survived(long sent, RetryDelay backoff, Throwable loss) {
        while (true) {
            if (closed) throw unknown(loss);
            try {
                return resolve(connected(), sent);
            } catch (SQLException e) {
                disconnect();
                backoff.pause();
            }
        }
    }

    private boolean resolve(SqlSession to, long sent) throws SQLException {
        long next = number + 1;
        PreparedStatement query = to.prepare("select committed, live from @resolve(?, ?, ?, ?)");
        query.setLong(1, epoch);
        query.setInt(2, place);
        query.setLong(3, sent);
        query.setLong(4, next);
        try (ResultSet row = query.executeQuery()) {
            boolean known = row.next();
            if (known && row.getLong(1) == sent) {
                last = sent;
                return true;
            }
            if (known && row.getBoolean(2)) {
                last = next;
                number = next;
                return false;
            }
        }
        throw new StoreException(
                Kind.FENCED,
                "the lease of node %d in %s was lost while the server was away"
                        .formatted(epoch, source.where()),
                null);
    }

    /// A connection that was idle for a while may be broken: checking it is cheaper than a commit
    /// with an unknown outcome.
    private SqlSession connected() throws SQLException {
        SqlSession open = session;
        if (open != null
                && System.nanoTime() - used > IDLE_NANOS
                && !open.connection().isValid(VALID_SECONDS)) {
            disconnect();
            open = null;
        }
        if (open == null) {
            open = source.writing();
            definitions.forget();
            session = open;
        }
        used = System.nanoTime();
        return open;
    }

    private void disconnect() {
        SqlSession open = session;
        if (open == null) return;
        session = null;
        PgPool.closeQuietly(open);
    }

    private StoreException unknown(Throwable error) {
        return new StoreException(
                Kind.IO,
                "the connection to %s broke during a commit: %s. Its outcome is unknown;"
                                .formatted(source.where(), error.getMessage())
                        + " restart the process",
                error);
    }

    /// One try to send a commit, under a number.
    private static final class Attempt {
        private final PgGroup.CommitNumber number;
        private boolean sent;

        Attempt(PgGroup.CommitNumber number) {
            this.number = number;
        }

        PgGroup.CommitNumber number() {
            return number;
        }

        /// Notes that from now on the commit may become durable.
        void sent() {
            sent = true;
        }

        boolean isSent() {
            return sent;
        }
    }

    @FunctionalInterface
    private interface Sending {
        void send(Attempt attempt) throws SQLException;
    }
}
