package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

    private static final int WAKE_DIRECTLY_MAX = 8;

    /// With this much that the tables lack, a group waits until they have it.
    private static final int BACKLOG_RUNS_MAX = 65_536;

    private final Journal journal;
    private final Tables tables;
    private final Backlog backlog;
    private final Projector projector;
    private final Path file;
    private final Thread thread;
    private final AtomicReference<@Nullable Job> arrivals = new AtomicReference<>();
    private final AtomicBoolean taken = new AtomicBoolean();

    // Of the owner alone.
    private final Deque<Job> waiting = new ArrayDeque<>();
    private final List<Job> group = new ArrayList<>();

    /// Whether the last group had more than one commit: then others are about to come, and a caller
    /// that went ahead by itself would make them all wait for its own sync first.
    private volatile boolean crowded;

    private volatile boolean closed;
    private volatile boolean gone;

    Writer(Journal journal, Tables tables, Backlog backlog, Path file) {
        this.journal = journal;
        this.tables = tables;
        this.backlog = backlog;
        this.file = file;
        projector = new Projector(tables, journal, backlog);
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
                waiting.add(job);
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
                serve();
                if (last) break;
                taken.set(false);
            }
            if (closed || (hasWork() && !taken.get())) continue;
            LockSupport.park(this);
        }
        // The journal stays taken: from here on every job is refused, by whoever notices first.
        gone = true;
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

    /// Serves until nothing waits any more; a caller serves only itself, see [#submit].
    private void serve() {
        admit();
        while (!waiting.isEmpty()) {
            serveGroup();
            admit();
        }
    }

    /// Moves the arrivals behind those who wait, in the order in which they came.
    private void admit() {
        Job latest = arrivals.getAndSet(null);
        if (latest == null) return;
        Job next = null;
        for (Job job = latest; job != null; ) {
            Job earlier = job.earlier;
            job.earlier = next;
            next = job;
            job = earlier;
        }
        for (Job job = next; job != null; job = job.earlier) waiting.add(job);
    }

    private void serveGroup() {
        int bytes = 0;
        while (!waiting.isEmpty() && group.size() < GROUP_COMMITS_MAX) {
            int size = waiting.element().commit.bytes().length();
            if (!group.isEmpty() && bytes + size > GROUP_BYTES_MAX) break;
            bytes += size;
            group.add(waiting.remove());
        }
        try {
            if (backlog.runs() >= BACKLOG_RUNS_MAX) tables.project();
            journal.commit(group);
        } catch (StoreException e) {
            for (Job job : group) job.finish(e);
        } catch (RuntimeException | Error e) {
            // A bug here must not leave a thousand callers asleep.
            for (Job job : group) job.finish(failed(e));
        }
        crowded = group.size() > 1;
        wake();
        group.clear();
        if (!backlog.isEmpty()) projector.gathered();
    }

    /// Wakes the callers of the group. Many of them are woken by a virtual thread: among its own
    /// kind a wake-up is cheap, and the next group need not wait for a thousand of them.
    private void wake() {
        if (group.size() <= WAKE_DIRECTLY_MAX) {
            for (Job job : group) job.wake();
            return;
        }
        List<Job> all = List.copyOf(group);
        Thread.ofVirtual().name("pawl-store-waker").start(() -> all.forEach(Job::wake));
    }

    private StoreException failed(Throwable error) {
        return new StoreException(Kind.IO, "the writer of " + file + " failed: " + error, error);
    }

    /// Returns what a call after the end is answered with.
    StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + file + " was closed", null);
    }
}
