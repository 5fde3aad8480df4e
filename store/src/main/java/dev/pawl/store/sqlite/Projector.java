package dev.pawl.store.sqlite;

import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.StoreThreads;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Brings the tables up to date in the background, a moment after a commit or when much has
/// gathered.
final class Projector {
    /// How long after a commit the tables are updated, unless much has gathered or a file of the
    /// journal is full: before the other file is full as well, the tables must be on the disk.
    private static final long AFTER_NANOS = Duration.ofMillis(400).toNanos();

    private final Tables tables;
    private final Journal journal;
    private final Backlog backlog;
    private final FaultPoint faults;
    private final Thread thread;

    /// When the oldest commit must be in the tables; 0 if there is none.
    private volatile long due;

    private volatile boolean closed;

    Projector(Tables tables, Journal journal, Backlog backlog, FaultPoint faults) {
        this.tables = tables;
        this.journal = journal;
        this.backlog = backlog;
        this.faults = faults;
        thread = Thread.ofPlatform().name("pawl-store-tables").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    /// Notes that commits have gathered; called by the owner of the journal.
    void gathered() {
        long at = due;
        long now = System.nanoTime();
        boolean full = journal.shouldBeDurable() > tables.durable();
        boolean much = full || backlog.isLarge();
        if (at == 0) {
            set(much ? now : now + AFTER_NANOS);
        } else if (much && at - now > 0) {
            set(now);
        }
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
        StoreThreads.join(thread);
    }

    private void set(long at) {
        due = at == 0 ? 1 : at;
        LockSupport.unpark(thread);
    }

    private void loop() {
        while (!closed) {
            long at = due;
            long left = at - System.nanoTime();
            if (at == 0) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                due = 0;
                project();
            }
        }
    }

    private void project() {
        try {
            faults.reached(Place.PROJECTION_DUE);
            if (journal.shouldBeDurable() > tables.durable()) tables.projectDurably();
            else tables.project();
        } catch (Throwable _) {
            // Nothing is lost: the journal has every commit. The projection is retried after the
            // usual delay, and commits are refused with the reason when too much has gathered.
            set(System.nanoTime() + AFTER_NANOS);
        }
    }
}
