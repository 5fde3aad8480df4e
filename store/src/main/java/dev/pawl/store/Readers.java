package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A few connections for reading, opened when they are first needed.
final class Readers implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 4;

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final Deque<Session> free = new ArrayDeque<>();
    private int open;
    private boolean closed;

    Readers(Path file) {
        this.file = file;
    }

    /// Answers a question on a connection that nobody else uses meanwhile.
    <T extends @Nullable Object> T read(Question<T> question) {
        Session session = borrow();
        try {
            return question.ask(session);
        } catch (SQLException e) {
            session.forgetStatements();
            throw SqlErrors.of(e, "reading", file);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw SqlErrors.damaged(e, "a row", file);
        } finally {
            giveBack(session);
        }
    }

    /// Closes every connection, when its reader is done with it.
    @Override
    public void close() throws SQLException {
        lock.lock();
        try {
            closed = true;
            while (open > free.size()) returned.awaitUninterruptibly();
            for (Session session : free) session.close();
            free.clear();
            open = 0;
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Session borrow() {
        lock.lock();
        try {
            while (true) {
                if (closed) {
                    throw new StoreException(
                            Kind.CLOSED, "the store in " + file + " was closed", null);
                }
                Session session = free.poll();
                if (session != null) return session;
                if (open < CONNECTIONS_MAX) {
                    session = Session.pooled(file);
                    open++;
                    return session;
                }
                returned.awaitUninterruptibly();
            }
        } catch (SQLException e) {
            throw SqlErrors.of(e, "opening", file);
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Session session) {
        lock.lock();
        try {
            free.push(session);
            returned.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// What is asked of a connection.
    @FunctionalInterface
    interface Question<T extends @Nullable Object> {
        T ask(Session session) throws SQLException;
    }
}
