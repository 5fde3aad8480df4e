package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.threads.CallerWakeups;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.StoreThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Gives the journal to one thread at a time, and groups the commits that wait for it.
///
/// A caller that finds the journal free takes it, commits on its own thread and pays for the sync
/// and nothing else. A caller that finds it taken adds a job and parks; the writer thread then
/// commits all waiting jobs as one group. Jobs arrive on a lock-free list, and each parked caller
/// is woken separately, so a thousand callers do not contend for anything.
public final class Writer {
    /// One group holds at most this many commits and, beyond its first, this many bytes.
    private static final int GROUP_COMMITS_MAX = 2_048;

    private static final int GROUP_BYTES_MAX = 1 << 20;

    private static final long AFTER_AN_ERROR_NANOS = Duration.ofMillis(10).toNanos();

    private final Journal journal;
    private final Tables tables;
    private final Backlog backlog;
    private final Projector projector;
    private final Path file;
    private final FaultPoint faults;
    private final CallerWakeups wakeups;
    private final Thread thread;
    private final AtomicReference<@Nullable JournalJob> arrivals = new AtomicReference<>();
    private final AtomicBoolean taken = new AtomicBoolean();

    // Used only by the owner. Nothing here allocates: a full heap must not lose a job.
    private @Nullable JournalJob firstWaiting;
    private @Nullable JournalJob lastWaiting;
    private final List<JournalJob> group = new ArrayList<>(GROUP_COMMITS_MAX);

    /// Whether the last group had more than one commit: then more are about to arrive, and a caller
    /// that committed by itself would make them all wait for its own sync first.
    private volatile boolean crowded;

    private volatile boolean closed;
    private volatile boolean gone;

    public Writer(Journal journal, Tables tables, Backlog backlog, Path file, FaultPoint faults) {
        this.journal = journal;
        this.tables = tables;
        this.backlog = backlog;
        this.file = file;
        this.faults = faults;
        this.wakeups = new CallerWakeups(faults);
        projector = new Projector(tables, journal, backlog, faults);
        thread = Thread.ofPlatform().name("pawl-store-writer").daemon().unstarted(this::loop);
    }

    public void start() {
        thread.start();
        projector.start();
    }

    /// Returns when the commit is durable, or throws the reason why it is not.
    public void submit(JournalJob job) {
        if (closed) throw closed();
        tables.requireOutsideStep();
        if (!crowded && arrivals.get() == null && taken.compareAndSet(false, true)) {
            try {
                enqueue(job);
                serveGroup();
            } finally {
                release();
            }
        } else {
            arrive(job);
            if (gone) refuseArrivals();
            if (!taken.get()) LockSupport.unpark(thread);
            job.await();
        }
        job.answer();
    }

    /// Commits the jobs that have arrived, and refuses all later ones.
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        StoreThreads.join(thread);
        projector.close();
    }

    private void loop() {
        while (true) {
            boolean last = closed;
            if ((last || hasWork()) && taken.compareAndSet(false, true)) {
                serveWhateverIsThrown();
                if (last) break;
                taken.set(false);
            }
            if (closed || (hasWork() && !taken.get())) continue;
            wakeups.park(this, 0);
        }
        // The journal stays taken: from here on every job is refused, by the thread that first
        // notices.
        gone = true;
        wakeups.close();
        refuseArrivals();
    }

    private void refuseArrivals() {
        for (JournalJob job = arrivals.getAndSet(null); job != null; job = job.earlier) {
            job.finish(closed());
            job.wake();
        }
    }

    private boolean hasWork() {
        return arrivals.get() != null;
    }

    /// Releases the journal; the writer thread commits what has arrived meanwhile.
    private void release() {
        taken.set(false);
        if (hasWork()) LockSupport.unpark(thread);
    }

    private void arrive(JournalJob job) {
        JournalJob first;
        do {
            first = arrivals.get();
            job.earlier = first;
        } while (!arrivals.compareAndSet(first, job));
    }

    /// This thread never stops: every caller gets an outcome, at worst the reason why the store
    /// failed.
    private void serveWhateverIsThrown() {
        while (true) {
            try {
                serve();
                return;
            } catch (Throwable e) {
                journal.fail(e);
                LockSupport.parkNanos(this, AFTER_AN_ERROR_NANOS);
            }
        }
    }

    /// Commits groups until no job waits; a caller commits only its own job, see [#submit].
    private void serve() {
        admit();
        while (firstWaiting != null) {
            serveGroup();
            admit();
        }
    }

    /// Moves the arrivals behind the waiting jobs, in the order in which they arrived.
    private void admit() {
        JournalJob next = null;
        for (JournalJob job = arrivals.getAndSet(null); job != null; ) {
            JournalJob earlier = job.earlier;
            job.later = next;
            job.earlier = null;
            next = job;
            job = earlier;
        }
        for (JournalJob job = next; job != null; ) {
            JournalJob later = job.later;
            enqueue(job);
            job = later;
        }
    }

    private void enqueue(JournalJob job) {
        job.later = null;
        if (lastWaiting == null) firstWaiting = job;
        else lastWaiting.later = job;
        lastWaiting = job;
    }

    /// Commits the next group and records the outcome of each job, whatever is thrown: a caller
    /// without an outcome would wait forever.
    private void serveGroup() {
        try {
            gather();
            faults.reached(Place.GROUP_GATHERED);
            if (backlog.isFull()) tables.project();
            journal.commit(group);
        } catch (StoreException e) {
            finish(e);
        } catch (Throwable e) {
            finish(journal.failed(e));
        }
        crowded = group.size() > 1;
        wakeups.wake(group);
        group.clear();
        if (!backlog.isEmpty()) projector.gathered();
    }

    private void gather() {
        int bytes = 0;
        for (JournalJob job = firstWaiting; job != null; job = firstWaiting) {
            int size = job.commit.bytes().length();
            boolean full = group.size() == GROUP_COMMITS_MAX || bytes + size > GROUP_BYTES_MAX;
            if (full && !group.isEmpty()) return;
            bytes += size;
            firstWaiting = job.later;
            if (firstWaiting == null) lastWaiting = null;
            group.add(job);
        }
    }

    private void finish(StoreException how) {
        for (int i = 0; i < group.size(); i++) group.get(i).finish(how);
    }

    /// Returns the exception for a call after the store was closed.
    public StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + file + " was closed", null);
    }
}
