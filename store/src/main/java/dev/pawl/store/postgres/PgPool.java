package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.store.sql.PgErrors;
import dev.pawl.store.sql.SessionQuery;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.RetryDelay;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A few connections for queries and short statements that may be repeated, opened when they are
/// first needed.
public final class PgPool implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 4;
    private static final int TRIES_MAX = 6;

    private final PgSource source;
    private final Connecting connecting;
    private final int connectionsMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Deque<SqlSession> free = new ArrayDeque<>();
    private final Set<SqlSession> lent = new HashSet<>();

    /// The threads that ask. A mapper of rows may ask too: if such a thread waited for another
    /// connection, all connections could be held by threads that wait.
    private final Set<Thread> asking = ConcurrentHashMap.newKeySet();

    private int open;
    private boolean closed;

    /// Creates a pool with the timeout of queries.
    public PgPool(PgSource source) {
        this(source, source::reading);
    }

    public PgPool(PgSource source, Connecting connecting) {
        this(source, connecting, CONNECTIONS_MAX);
    }

    private PgPool(PgSource source, Connecting connecting, int connectionsMax) {
        this.source = source;
        this.connecting = connecting;
        this.connectionsMax = connectionsMax;
    }

    /// Creates the pool for the SQL of steps, with the timeout of queries.
    public static PgPool ofSteps(PgSource source) {
        return new PgPool(source, source::reading, source.settings().stepConnections());
    }

    /// Runs a query on a connection that no other thread uses meanwhile, and again on a fresh one
    /// if the connection is lost.
    public <T extends @Nullable Object> T ask(String doing, SessionQuery<T> query) {
        RetryDelay backoff = new RetryDelay();
        boolean interrupted = false;
        try {
            for (int tries = 1; ; tries++) {
                // An interrupt breaks the connection of a virtual thread; it must not break the
                // next one.
                interrupted |= Thread.interrupted();
                try {
                    return once(query);
                } catch (SQLException e) {
                    boolean again =
                            PgErrors.isLost(e) || PgErrors.isChance(e) || PgErrors.isStalePlan(e);
                    if (!again || tries == TRIES_MAX) throw PgErrors.of(e, doing, source.where());
                    backoff.pause();
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Lends a connection, which must be returned with [#giveBack].
    SqlSession borrow() throws SQLException {
        return borrow(false);
    }

    private SqlSession borrow(boolean nested) throws SQLException {
        lock.lock();
        try {
            while (true) {
                if (closed) throw source.closed();
                SqlSession session = free.poll();
                if (session != null) {
                    lent.add(session);
                    return session;
                }
                if (nested || open < connectionsMax) {
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

    /// Takes back a connection. An unusable one is closed, and so are all free ones: they have
    /// probably failed for the same reason.
    void giveBack(SqlSession session, boolean usable) {
        Deque<SqlSession> useless = new ArrayDeque<>();
        lock.lock();
        try {
            lent.remove(session);
            boolean surplus = open > connectionsMax;
            if (usable && !closed && !surplus) {
                free.push(session);
            } else {
                useless.add(session);
                if (!usable || closed) useless.addAll(free);
                free.removeAll(useless);
                open -= useless.size();
            }
            returned.signalAll();
        } finally {
            lock.unlock();
        }
        useless.forEach(PgPool::closeQuietly);
    }

    /// Closes every connection as soon as its user has returned it.
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

    /// Breaks every connection, as a crash of the process does.
    public void abandon() {
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

    static void closeQuietly(SqlSession session) {
        try {
            session.close();
        } catch (SQLException ignored) {
            // It is not used again, closed or not.
        }
    }

    static void cut(SqlSession session) {
        try {
            session.connection().abort(Runnable::run);
        } catch (SQLException ignored) {
            // It is broken already.
        }
    }

    private <T extends @Nullable Object> T once(SessionQuery<T> query) throws SQLException {
        boolean outer = asking.add(Thread.currentThread());
        try {
            return once(query, !outer);
        } finally {
            if (outer) asking.remove(Thread.currentThread());
        }
    }

    private <T extends @Nullable Object> T once(SessionQuery<T> query, boolean nested)
            throws SQLException {
        SqlSession session = borrow(nested);
        boolean usable = false;
        try {
            T answer = query.on(session);
            usable = true;
            return answer;
        } catch (SQLException e) {
            usable = !PgErrors.isLost(e) && !PgErrors.isStalePlan(e);
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

    private SqlSession opened() throws SQLException {
        SqlSession session = null;
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
    public interface Connecting {
        SqlSession connect() throws SQLException;
    }
}
