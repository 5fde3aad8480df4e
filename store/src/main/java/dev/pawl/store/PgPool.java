package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A few connections for questions and for short statements that may be repeated, opened when they
/// are first needed.
final class PgPool implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 4;
    private static final int TRIES_MAX = 6;

    private final PgSource source;
    private final Connecting connecting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Deque<Session> free = new ArrayDeque<>();
    private final Set<Session> lent = new HashSet<>();
    private int open;
    private boolean closed;

    /// Makes a pool for questions, which may take their time.
    PgPool(PgSource source) {
        this(source, source::reading);
    }

    PgPool(PgSource source, Connecting connecting) {
        this.source = source;
        this.connecting = connecting;
    }

    /// Answers a question on a connection that nobody else uses meanwhile; on a fresh one if that
    /// was lost.
    <T extends @Nullable Object> T ask(String doing, Readers.Question<T> question) {
        Backoff backoff = new Backoff();
        boolean interrupted = false;
        try {
            for (int tries = 1; ; tries++) {
                // An interrupt cuts the connection of a virtual thread; it must not cut the next.
                interrupted |= Thread.interrupted();
                try {
                    return once(question);
                } catch (SQLException e) {
                    boolean again = PgErrors.isLost(e) || PgErrors.isChance(e);
                    if (!again || tries == TRIES_MAX) throw PgErrors.of(e, doing, source.where());
                    backoff.pause();
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Lends a connection, which must come back by [#giveBack].
    Session borrow() throws SQLException {
        lock.lock();
        try {
            while (true) {
                if (closed) throw source.closed();
                Session session = free.poll();
                if (session != null) {
                    lent.add(session);
                    return session;
                }
                if (open < CONNECTIONS_MAX) {
                    open++;
                    break;
                }
                returned.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        return opened();
    }

    /// Takes a connection back; one that is of no use any more is closed, and so are the others:
    /// they were cut by the same hand.
    void giveBack(Session session, boolean usable) {
        Deque<Session> useless = new ArrayDeque<>();
        lock.lock();
        try {
            lent.remove(session);
            if (usable && !closed) {
                free.push(session);
            } else {
                useless.add(session);
                useless.addAll(free);
                free.clear();
                open -= useless.size();
            }
            returned.signalAll();
        } finally {
            lock.unlock();
        }
        useless.forEach(PgPool::closeQuietly);
    }

    /// Closes every connection, when whoever uses it is done.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            while (!lent.isEmpty()) returned.awaitUninterruptibly();
            free.forEach(PgPool::closeQuietly);
            free.clear();
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Cuts every connection, as the death of the process does.
    void abandon() {
        lock.lock();
        try {
            closed = true;
            free.forEach(PgPool::cut);
            lent.forEach(PgPool::cut);
            free.clear();
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static void closeQuietly(Session session) {
        try {
            session.close();
        } catch (SQLException ignored) {
            // It is of no use, closed or not.
        }
    }

    static void cut(Session session) {
        try {
            session.connection().abort(Runnable::run);
        } catch (SQLException ignored) {
            // It is gone already.
        }
    }

    private <T extends @Nullable Object> T once(Readers.Question<T> question) throws SQLException {
        Session session = borrow();
        boolean usable = false;
        try {
            T answer = question.ask(session);
            usable = true;
            return answer;
        } catch (SQLException e) {
            usable = !PgErrors.isLost(e);
            throw e;
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            usable = true;
            throw new StoreException(
                    StoreException.Kind.CORRUPT,
                    "a row of %s cannot be read: %s".formatted(source.where(), e.getMessage()),
                    e);
        } catch (StoreException e) {
            usable = true;
            throw e;
        } finally {
            giveBack(session, usable);
        }
    }

    private Session opened() throws SQLException {
        Session session = null;
        try {
            session = connecting.connect();
            return session;
        } finally {
            lock.lock();
            try {
                if (session == null) open--;
                else lent.add(session);
                returned.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /// How the pool gets a connection.
    @FunctionalInterface
    interface Connecting {
        Session connect() throws SQLException;
    }
}
