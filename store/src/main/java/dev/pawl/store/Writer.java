package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Gives the write connection to one thread at a time, and groups what waits for it.
///
/// Whoever finds the connection free takes it: a caller that is alone commits on its own thread and
/// pays the sync and nothing else. Whoever finds it taken leaves a job and sleeps; the writer
/// thread then commits all jobs that came together as one group. Jobs arrive on a list without a
/// lock, and each sleeper is woken by itself, so a thousand callers do not contend for anything.
final class Writer {
    /// One group holds at most this many commits and, beyond its first, this many bytes.
    private static final int GROUP_COMMITS_MAX = 2_048;

    private static final int GROUP_BYTES_MAX = 1 << 20;

    private static final int WAKE_DIRECTLY_MAX = 8;

    /// The tables are brought up to date this long after a commit, or at this many runs or bytes.
    private static final long PROJECT_NANOS = Duration.ofMillis(80).toNanos();

    private static final int PROJECT_RUNS = 4_096;
    private static final long PROJECT_BYTES = 8 << 20;

    /// With this much that cannot be projected, commits are refused.
    private static final int BACKLOG_RUNS_MAX = 16 * PROJECT_RUNS;

    private final Journal journal;
    private final Pending pending;
    private final Path file;
    private final Thread thread;
    private final AtomicReference<@Nullable Job> arrivals = new AtomicReference<>();
    private final AtomicBoolean taken = new AtomicBoolean();

    // Of the owner alone.
    private final Deque<Job> waiting = new ArrayDeque<>();
    private final List<Job.CommitJob> group = new ArrayList<>();

    /// When the oldest pending commit must be projected; 0 when there is none.
    private volatile long due;

    /// Whether the last group had more than one commit: then others are about to come, and a caller
    /// that went ahead by itself would make them all wait for its own sync first.
    private volatile boolean crowded;

    private volatile boolean closed;
    private volatile boolean gone;

    Writer(Journal journal, Pending pending, Path file) {
        this.journal = journal;
        this.pending = pending;
        this.file = file;
        thread = Thread.ofPlatform().name("pawl-store-writer").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    /// Does the job and returns when it is done, or throws what went wrong.
    void submit(Job job) {
        if (closed) throw closed();
        if (!crowded && arrivals.get() == null && taken.compareAndSet(false, true)) {
            try {
                waiting.add(job);
                serveFirst(job);
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

    /// Returns when the tables have every commit that returned before this call.
    void flush() {
        if (!pending.isEmpty()) submit(new Job.Task(this::project));
    }

    /// Serves what has arrived, and then nothing any more; the caller closes the connection.
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
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
            sleep();
        }
        // The connection stays taken: from here on every job is refused, by whoever notices first.
        gone = true;
        refuseArrivals();
    }

    private void sleep() {
        long at = due;
        if (at == 0) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, Math.max(1, at - System.nanoTime()));
        }
    }

    private void refuseArrivals() {
        for (Job job = arrivals.getAndSet(null); job != null; job = job.earlier) {
            job.finish(closed());
            job.wake();
        }
    }

    private boolean hasWork() {
        return arrivals.get() != null || isDue();
    }

    private boolean isDue() {
        long at = due;
        return at != 0 && at - System.nanoTime() <= 0;
    }

    /// Lets go of the connection; whatever came meanwhile is the writer thread's.
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
        for (Job first = waiting.peek(); first != null; first = waiting.peek()) {
            serveFirst(first);
            admit();
        }
        if (isDue()) projectSoon();
    }

    private void serveFirst(Job first) {
        switch (first) {
            case Job.Task task -> serve(task);
            case Job.CommitJob ignored -> serveGroup();
        }
        if (isDue() || isBehind(PROJECT_RUNS)) projectSoon();
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

    private void serve(Job.Task task) {
        waiting.remove();
        StoreException failure = null;
        try {
            task.work.run();
        } catch (StoreException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = failed(e);
        }
        task.finish(failure);
        task.wake();
    }

    private void serveGroup() {
        int bytes = 0;
        while (waiting.peek() instanceof Job.CommitJob job && group.size() < GROUP_COMMITS_MAX) {
            int size = job.commit.bytes().length();
            if (!group.isEmpty() && bytes + size > GROUP_BYTES_MAX) break;
            bytes += size;
            group.add(job);
            waiting.remove();
        }
        try {
            if (isBehind(BACKLOG_RUNS_MAX)) project();
            journal.commit(group);
        } catch (StoreException e) {
            for (Job.CommitJob job : group) job.finish(e);
        } catch (RuntimeException | Error e) {
            // A bug here must not leave a thousand callers asleep.
            for (Job.CommitJob job : group) job.finish(failed(e));
        }
        crowded = group.size() > 1;
        wake();
        group.clear();
        setDue();
    }

    /// Wakes the callers of the group. Many of them are woken by a virtual thread: among its own
    /// kind a wake-up is cheap, and the next group need not wait for a thousand of them.
    private void wake() {
        if (group.size() <= WAKE_DIRECTLY_MAX) {
            for (Job.CommitJob job : group) job.wake();
            return;
        }
        List<Job.CommitJob> all = List.copyOf(group);
        Thread.ofVirtual().name("pawl-store-waker").start(() -> all.forEach(Job::wake));
    }

    /// Sets the time of the next projection, and has the writer thread keep it.
    private void setDue() {
        if (due != 0 || pending.isEmpty()) return;
        long at = System.nanoTime() + PROJECT_NANOS;
        due = at == 0 ? 1 : at;
        if (!Thread.currentThread().equals(thread)) LockSupport.unpark(thread);
    }

    private boolean isBehind(int runs) {
        return pending.runs().size() >= runs
                || (runs == PROJECT_RUNS && pending.bytes() >= PROJECT_BYTES);
    }

    private void projectSoon() {
        try {
            project();
        } catch (StoreException e) {
            // Nothing is lost: the journal has it all. It is tried again after the usual time, and
            // commits are refused with the reason when too much has gathered.
            due = System.nanoTime() + PROJECT_NANOS;
        }
    }

    private void project() {
        try {
            journal.project();
            due = 0;
        } catch (SQLException e) {
            throw SqlErrors.of(e, "bringing the tables up to date in", file);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private StoreException failed(Throwable error) {
        return new StoreException(Kind.IO, "the writer of " + file + " failed: " + error, error);
    }

    /// Returns what a call after the end is answered with.
    StoreException closed() {
        return new StoreException(Kind.CLOSED, "the store in " + file + " was closed", null);
    }
}
