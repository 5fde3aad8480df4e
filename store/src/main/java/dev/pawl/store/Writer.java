package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.FaultPoint.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Gives the journal to one thread at a time, and groups what waits for it.
///
/// Whoever finds the journal free takes it: a caller that is alone commits on its own thread and
/// pays the sync and nothing else. Whoever finds it taken leaves a job and sleeps; the writer
/// thread then commits all jobs that came together as one group. Jobs arrive on a list without a
/// lock, and each sleeper is woken by itself, so a thousand callers do not contend for anything.
final class Writer {
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
    private final Wakers wakers;
    private final Thread thread;
    private final AtomicReference<@Nullable Job> arrivals = new AtomicReference<>();
    private final AtomicBoolean taken = new AtomicBoolean();

    // Of the owner alone. Nothing here allocates: a full heap must not lose a job.
    private @Nullable Job firstWaiting;
    private @Nullable Job lastWaiting;
    private final List<Job> group = new ArrayList<>(GROUP_COMMITS_MAX);

    /// Whether the last group had more than one commit: then others are about to come, and a caller
    /// that went ahead by itself would make them all wait for its own sync first.
    private volatile boolean crowded;

    private volatile boolean closed;
    private volatile boolean gone;

    Writer(Journal journal, Tables tables, Backlog backlog, Path file, FaultPoint faults) {
        this.journal = journal;
        this.tables = tables;
        this.backlog = backlog;
        this.file = file;
        this.faults = faults;
        this.wakers = new Wakers(faults);
        projector = new Projector(tables, journal, backlog, faults);
        thread = Thread.ofPlatform().name("pawl-store-writer").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
        projector.start();
    }

    /// Returns when the commit is durable, or throws what went wrong.
    void submit(Job job) {
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

    /// Serves what has arrived, and then nothing any more.
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        Threads.join(thread);
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
            wakers.park(this, 0);
        }
        // The journal stays taken: from here on every job is refused, by whoever notices first.
        gone = true;
        wakers.close();
        refuseArrivals();
    }

    private void refuseArrivals() {
        for (Job job = arrivals.getAndSet(null); job != null; job = job.earlier) {
            job.finish(closed());
            job.wake();
        }
    }

    private boolean hasWork() {
        return arrivals.get() != null;
    }

    /// Lets go of the journal; whatever came meanwhile is the writer thread's.
    private void release() {
        taken.set(false);
        if (hasWork()) LockSupport.unpark(thread);
    }

    private void arrive(Job job) {
        Job first;
        do {
            first = arrivals.get();
            job.earlier = first;
        } while (!arrivals.compareAndSet(first, job));
    }

    /// This thread never dies: every caller is answered, at worst with the reason for which the
    /// store failed.
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

    /// Serves until nothing waits any more; a caller serves only itself, see [#submit].
    private void serve() {
        admit();
        while (firstWaiting != null) {
            serveGroup();
            admit();
        }
    }

    /// Moves the arrivals behind those who wait, in the order in which they came.
    private void admit() {
        Job next = null;
        for (Job job = arrivals.getAndSet(null); job != null; ) {
            Job earlier = job.earlier;
            job.later = next;
            job.earlier = null;
            next = job;
            job = earlier;
        }
        for (Job job = next; job != null; ) {
            Job later = job.later;
            enqueue(job);
            job = later;
        }
    }

    private void enqueue(Job job) {
        job.later = null;
        if (lastWaiting == null) firstWaiting = job;
        else lastWaiting.later = job;
        lastWaiting = job;
    }

    /// Commits the next group and gives each of its jobs an answer, whatever is thrown: a caller
    /// that gets none would sleep forever.
    private void serveGroup() {
        try {
            gather();
            faults.reached(Place.GROUP_GATHERED);
            if (backlog.isFull()) tables.project();
            journal.commit(group);
        } catch (StoreException e) {
            finish(e);
        } catch (Throwable e) {
            finish(journal.fail(e));
        }
        crowded = group.size() > 1;
        wakers.wake(group);
        group.clear();
        if (!backlog.isEmpty()) projector.gathered();
    }

    private void gather() {
        int bytes = 0;
        for (Job job = firstWaiting; job != null; job = firstWaiting) {
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

    /// Returns what a call after the end is answered with.
    StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + file + " was closed", null);
    }
}
