package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Makes commits, one at a time, and finds out what became of one whose connection broke.
///
/// Each commit of a node that has joined has a number, which is written with it. When the answer is
/// lost, the number in the pen's row tells whether the commit survived; if it did not, the number
/// is raised, so that what may still be on its way fails when it arrives, and it is sent again. So
/// a server that is away for a while, or another one in its place, is only a pause. A store that
/// has not joined has no such number: there the answer is that it is not known.
final class PgPen {
    private static final long IDLE_NANOS = 2_000_000_000;
    private static final int VALID_SECONDS = 5;

    private final PgSource source;
    private final PgDefinitions definitions;
    private final int place;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private @Nullable Session session;
    private long used;
    private long epoch;
    private long last;
    private long number;

    private volatile boolean closed;

    /// Makes the pen at a place among those of this node.
    PgPen(PgSource source, PgDefinitions definitions, int place) {
        this.source = source;
        this.definitions = definitions;
        this.place = place;
    }

    int place() {
        return place;
    }

    /// Makes all later commits in this life of the node.
    void join(long life) {
        lock.lock();
        try {
            epoch = life;
            last = 0;
            number = 0;
        } finally {
            lock.unlock();
        }
    }

    /// Returns when the group is durable; an error that it throws leaves no trace of the group.
    void send(PgGroup group) throws SQLException {
        send(
                mine -> {
                    Session to = connected();
                    group.prepare(to, definitions);
                    mine.sent();
                    group.call(to, mine.turn());
                    used = System.nanoTime();
                },
                null);
    }

    /// Ends the transaction of a step with its group.
    ///
    /// A connection that breaks before the end is an error like others: nothing was written.
    void end(Session transaction, PgGroup group) throws SQLException {
        send(
                mine -> {
                    group.call(transaction, mine.turn());
                    mine.sent();
                    transaction.connection().commit();
                },
                transaction);
    }

    /// Ends waiting for a server that is away; commits that it takes at once are still made.
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

    /// Cuts the connection, as the death of the process does.
    @SuppressWarnings("GuardedBy")
    void abandon() {
        closed = true;
        Session open = session;
        if (open != null) PgPool.cut(open);
    }

    private void send(Sending sending, @Nullable Session transaction) throws SQLException {
        lock.lock();
        try {
            Backoff backoff = new Backoff();
            while (true) {
                number++;
                Attempt attempt = new Attempt(new PgGroup.Turn(epoch, place, last, number));
                try {
                    sending.send(attempt);
                    last = number;
                    return;
                } catch (SQLException e) {
                    if (!PgErrors.isLost(e)) throw e;
                    disconnect();
                    if (!attempt.isSent() && (transaction != null || epoch == 0)) throw e;
                    if (epoch == 0) throw unknown(e);
                    backoff.pause();
                    if (attempt.isSent() && survived(number, backoff, e)) return;
                    if (transaction != null) throw e;
                    if (closed) throw source.closed();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Asks until there is an answer.
    private boolean survived(long sent, Backoff backoff, SQLException loss) {
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

    private boolean resolve(Session to, long sent) throws SQLException {
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

    /// A connection that was not used for a while may have been cut meanwhile: asking is cheaper
    /// than a commit of which nobody knows what became of it.
    private Session connected() throws SQLException {
        Session open = session;
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
        Session open = session;
        if (open == null) return;
        session = null;
        PgPool.closeQuietly(open);
    }

    private StoreException unknown(SQLException error) {
        return new StoreException(
                Kind.IO,
                "the connection to %s broke during a commit: %s. If it is durable is not known;"
                                .formatted(source.where(), error.getMessage())
                        + " restart the process",
                error);
    }

    /// One try to send something, under a number.
    private static final class Attempt {
        private final PgGroup.Turn turn;
        private boolean sent;

        Attempt(PgGroup.Turn turn) {
            this.turn = turn;
        }

        PgGroup.Turn turn() {
            return turn;
        }

        /// Says that from now on it may become durable.
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
