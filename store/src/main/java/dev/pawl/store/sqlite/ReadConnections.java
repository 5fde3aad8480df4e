package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.SessionQuery;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqliteErrors;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A few read connections, opened when they are first needed.
public final class ReadConnections implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 4;

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Deque<SqlSession> free = new ArrayDeque<>();

    /// The threads that read. A mapper of rows may read too: if such a thread waited for another
    /// connection, all connections could be held by threads that wait.
    private final Set<Thread> reading = ConcurrentHashMap.newKeySet();

    private int open;
    private boolean closed;

    public ReadConnections(Path file) {
        this.file = file;
    }

    /// Runs a query on a connection that no other thread uses meanwhile.
    public <T extends @Nullable Object> T read(SessionQuery<T> query) {
        boolean outer = reading.add(Thread.currentThread());
        try {
            return read(query, !outer);
        } finally {
            if (outer) reading.remove(Thread.currentThread());
        }
    }

    private <T extends @Nullable Object> T read(SessionQuery<T> query, boolean nested) {
        SqlSession session = borrow(nested);
        try {
            return query.on(session);
        } catch (SQLException e) {
            session.forgetStatements();
            throw SqliteErrors.of(e, "reading", file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw SqliteErrors.damaged(e, "a row", file);
        } finally {
            giveBack(session);
        }
    }

    /// Closes every connection as soon as its reader has finished.
    @Override
    public void close() throws SQLException {
        lock.lock();
        try {
            closed = true;
            while (open > free.size()) returned.awaitUninterruptibly();
            for (SqlSession session : free) session.close();
            free.clear();
            open = 0;
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private SqlSession borrow(boolean nested) {
        lock.lock();
        try {
            while (true) {
                if (closed) {
                    throw new StoreException(
                            Kind.CLOSED, "the store in " + file + " was closed", null);
                }
                SqlSession session = free.poll();
                if (session != null) return session;
                if (nested || open < CONNECTIONS_MAX) {
                    session = SqliteConnections.pooled(file);
                    open++;
                    return session;
                }
                returned.awaitUninterruptibly();
            }
        } catch (SQLException e) {
            throw SqliteErrors.of(e, "opening", file);
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(SqlSession session) {
        SqlSession surplus = null;
        lock.lock();
        try {
            if (open > CONNECTIONS_MAX) {
                open--;
                surplus = session;
            } else {
                free.push(session);
            }
            returned.signalAll();
        } finally {
            lock.unlock();
        }
        if (surplus != null) closeQuietly(surplus);
    }

    private static void closeQuietly(SqlSession session) {
        try {
            session.close();
        } catch (SQLException ignored) {
            // It is not used again, closed or not.
        }
    }
}
