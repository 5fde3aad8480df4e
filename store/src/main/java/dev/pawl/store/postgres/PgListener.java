package dev.pawl.store.postgres;

import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.RetryDelay;
import dev.pawl.store.threads.StoreThreads;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Receives the notifications of other nodes, on a connection of its own.
///
/// Notifications sent while the connection is down are lost, so every new connection counts as a
/// notification.
public final class PgListener {
    private static final int SILENCE_MILLIS = 30_000;
    private static final int VALID_SECONDS = 5;

    private final PgSource source;
    private final PgCommitSlots slots;
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private volatile @Nullable SqlSession session;
    private volatile boolean closed;

    public PgListener(PgSource source, PgCommitSlots slots) {
        this.source = source;
        this.slots = slots;
    }

    /// Calls `onChange` at each notification from now on; never if the store does not listen.
    void listen(Runnable onChange) {
        if (!source.settings().isListening()) return;
        Thread listening =
                Thread.ofPlatform()
                        .name("pawl-postgres-listener")
                        .daemon()
                        .unstarted(() -> loop(onChange));
        if (!thread.compareAndSet(null, listening)) {
            throw new IllegalStateException("a listener is already registered");
        }
        listening.start();
    }

    public void close() {
        closed = true;
        SqlSession open = session;
        if (open != null) PgPool.cut(open);
        Thread listening = thread.get();
        if (listening == null) return;
        listening.interrupt();
        StoreThreads.join(listening);
    }

    private void loop(Runnable onChange) {
        RetryDelay backoff = new RetryDelay();
        while (!closed) {
            try (SqlSession open = source.reading()) {
                session = open;
                source.settings().faults().reached(Place.LISTENING);
                open.execute("listen \"%s\"".formatted(source.dialect().channel()));
                backoff = new RetryDelay();
                onChange.run();
                while (!closed) awaitNotifications(open, onChange);
            } catch (Throwable _) {
                // The connection broke or could not be opened, or the heap is full: the next
                // connection notifies.
                if (!closed) backoff.pause();
            }
        }
    }

    private void awaitNotifications(SqlSession open, Runnable onChange) throws SQLException {
        PGConnection connection = open.connection().unwrap(PGConnection.class);
        PGNotification[] notifications = connection.getNotifications(SILENCE_MILLIS);
        if (notifications == null || notifications.length == 0) {
            if (!open.connection().isValid(VALID_SECONDS)) throw new SQLException("silence");
            return;
        }
        String mine = Long.toString(slots.epoch());
        for (PGNotification one : notifications) {
            if (one.getParameter().equals("*") || one.getParameter().equals(mine)) {
                onChange.run();
                return;
            }
        }
    }
}
