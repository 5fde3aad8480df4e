package dev.pawl.store;

import dev.pawl.store.FaultPoint.Place;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Brings the tables up to date in the background, a moment after a commit or when much has
/// gathered.
final class Projector {
    /// The tables are brought up to date this long after a commit, when much has gathered, or when
    /// a file of the journal is full: by the time the other one is, too, they must be.
    private static final long AFTER_NANOS = Duration.ofMillis(400).toNanos();

    private final Tables tables;
    private final Journal journal;
    private final Backlog backlog;
    private final FaultPoint faults;
    private final Thread thread;

    /// When the oldest commit must be in the tables; 0 when there is none.
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

    /// Takes note that something has gathered; called by the owner of the journal.
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
        Threads.join(thread);
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
            // Nothing is lost: the journal has it all. It is tried again after the usual time, and
            // commits are refused with the reason when too much has gathered.
            set(System.nanoTime() + AFTER_NANOS);
        }
    }
}
