package dev.pawl.store;

import dev.pawl.store.FaultPoint.Place;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Hears when other nodes have something for this one, on a connection of its own.
///
/// What is said while the connection is away is not heard: so after each connecting there is news.
final class PgListener {
    private static final int SILENCE_MILLIS = 30_000;
    private static final int VALID_SECONDS = 5;

    private final PgSource source;
    private final PgPens pens;
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private volatile @Nullable Session session;
    private volatile boolean closed;

    PgListener(PgSource source, PgPens pens) {
        this.source = source;
        this.pens = pens;
    }

    /// Calls `news` from now on; with a store that does not listen, never.
    void listen(Runnable news) {
        if (!source.options().isListening()) return;
        Thread listening =
                Thread.ofPlatform()
                        .name("pawl-postgres-listener")
                        .daemon()
                        .unstarted(() -> loop(news));
        if (!thread.compareAndSet(null, listening)) {
            throw new IllegalStateException("somebody listens already");
        }
        listening.start();
    }

    void close() {
        closed = true;
        Session open = session;
        if (open != null) PgPool.cut(open);
        Thread listening = thread.get();
        if (listening == null) return;
        listening.interrupt();
        Threads.join(listening);
    }

    private void loop(Runnable news) {
        Backoff backoff = new Backoff();
        while (!closed) {
            try (Session open = source.reading()) {
                session = open;
                source.options().faults().reached(Place.LISTENING);
                open.execute("listen \"%s\"".formatted(source.dialect().channel()));
                backoff = new Backoff();
                news.run();
                while (!closed) hear(open, news);
            } catch (Throwable _) {
                // The connection is lost or cannot be made, or the heap is full: the next one
                // tells.
                if (!closed) backoff.pause();
            }
        }
    }

    private void hear(Session open, Runnable news) throws SQLException {
        PGConnection connection = open.connection().unwrap(PGConnection.class);
        PGNotification[] said = connection.getNotifications(SILENCE_MILLIS);
        if (said == null || said.length == 0) {
            if (!open.connection().isValid(VALID_SECONDS)) throw new SQLException("silence");
            return;
        }
        String mine = Long.toString(pens.epoch());
        for (PGNotification one : said) {
            if (one.getParameter().equals("*") || one.getParameter().equals(mine)) {
                news.run();
                return;
            }
        }
    }
}
