package dev.pawl.store.postgres;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.RunId;
import dev.pawl.store.sql.PgErrors;
import dev.pawl.store.threads.CallerWakeups;
import dev.pawl.store.threads.FaultPoint;
import dev.pawl.store.threads.FaultPoint.Place;
import dev.pawl.store.threads.StoreThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Groups the commits that wait while others are being written, and writes each group with one
/// thread per commit slot.
///
/// A group is sent beside another one only if it is at least as large: a smaller one gains little
/// by an early start, so its jobs join the next group, and the server has fewer groups to process.
/// If other nodes keep the server busy anyway, no group is sent beside a large one, and a group
/// waits a moment for the callers of the previous one to return (see [PgGroupSize]).
public final class PgWriter {
    /// One group holds at most this many commits and locks and, beyond its first, this many bytes.
    private static final int GROUP_COMMITS_MAX = 1_024;

    private static final int GROUP_LOCKS_MAX = 512;
    private static final int GROUP_BYTES_MAX = 4 << 20;
    private static final int LARGE = 16;
    private static final long AFTER_AN_ERROR_NANOS = Duration.ofMillis(10).toNanos();

    /// A commit that failed because of a conflict with others is tried this often.
    private static final int TRIES_MAX = 5;

    private final PgSource source;
    private final FaultPoint faults;
    private final CallerWakeups wakeups;
    private final List<WriterThread> writers;
    private final AtomicReference<@Nullable Arrival> arrivals = new AtomicReference<>();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Deque<PgJob> waiting = new ArrayDeque<>();
    private final PgGroupSize groupSize = new PgGroupSize();
    private @Nullable Arrival admitting;
    private int working;

    /// Created in advance: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    /// How many jobs must have arrived before a writer thread is woken.
    private volatile int wanted = 1;

    private volatile boolean crowded;
    private volatile boolean closed;
    private volatile boolean gone;

    public PgWriter(List<PgCommitSlot> slots, PgSource source) {
        this.source = source;
        this.faults = source.settings().faults();
        this.wakeups = new CallerWakeups(faults);
        this.writers = slots.stream().map(WriterThread::new).toList();
        this.working = writers.size();
        this.outOfMemory =
                new StoreException(
                        Kind.IO,
                        "the writer to %s failed: it ran out of memory".formatted(source.where()),
                        null);
    }

    public void start() {
        for (WriterThread writer : writers) writer.thread.start();
    }

    /// Returns when the commit is durable, or throws the reason why it is not.
    public void submit(PgJob job) {
        if (closed) throw source.closed();
        Arrival before;
        Arrival mine;
        do {
            before = arrivals.get();
            mine = new Arrival(job, before, before == null ? 1 : before.count() + 1);
        } while (!arrivals.compareAndSet(before, mine));
        if (gone) refuseArrivals();
        if (mine.count() == wanted) wakeWriter();
        job.await();
        job.answer();
    }

    /// Sets whether other nodes write to the same server.
    void crowded(boolean others) {
        crowded = others;
    }

    /// Commits the jobs that have arrived, and refuses all later ones.
    public void close() {
        closed = true;
        for (WriterThread writer : writers) LockSupport.unpark(writer.thread);
        for (WriterThread writer : writers) StoreThreads.join(writer.thread);
    }

    /// A thread that is not idle checks for jobs when it has finished.
    private void wakeWriter() {
        for (WriterThread writer : writers) {
            if (writer.idle) {
                LockSupport.unpark(writer.thread);
                return;
            }
        }
    }

    private void refuseArrivals() {
        for (Arrival one = arrivals.getAndSet(null); one != null; one = one.earlier()) {
            one.job().finish(source.closed());
            one.job().wake();
        }
    }

    /// Moves the arrivals behind the waiting jobs, in the order in which they arrived.
    private void admit() {
        admitting = arrivals.getAndSet(null);
        Deque<PgJob> came = new ArrayDeque<>();
        for (Arrival one = admitting; one != null; one = one.earlier()) came.push(one.job());
        waiting.addAll(came);
        admitting = null;
    }

    /// Fails every waiting job after an unexpected error; the thread then continues. Only the
    /// outcome of a group that was passed to a commit slot is unknown.
    private void fail(WriterThread writer, Throwable error) {
        lock.lock();
        try {
            StoreException failure = source.unwritten(error);
            for (Arrival one = admitting; one != null; one = one.earlier()) {
                answer(one.job(), failure);
            }
            admitting = null;
            for (PgJob job : waiting) answer(job, failure);
            waiting.clear();
            StoreException ofGroup = writer.sending ? failure(error) : failure;
            for (PgJob job : writer.group) answer(job, ofGroup);
            writer.group = List.of();
            writer.runs.clear();
            writer.names.clear();
            // The next arrival must wake a thread, as if nothing were in progress.
            wanted = 1;
        } finally {
            lock.unlock();
        }
    }

    private static void answer(PgJob job, StoreException failure) {
        if (!job.isAnswered()) job.finish(failure);
        job.wake();
    }

    private StoreException failure(Throwable error) {
        try {
            return new StoreException(
                    Kind.IO, "the writer to %s failed: %s".formatted(source.where(), error), error);
        } catch (Throwable _) {
            return outOfMemory;
        }
    }

    /// Takes the jobs that can be written together and beside the groups in progress; jobs that
    /// conflict with one of them stay. Returns whether there are any.
    private boolean take(WriterThread writer) {
        lock.lock();
        try {
            writer.reset();
            admit();
            int least = leastBeside();
            boolean gathers = crowded && !closed && least < LARGE;
            long now = System.nanoTime();
            if (gathers) least = Math.max(least, groupSize.least(waiting.size(), now));
            writer.waitNanos = gathers ? groupSize.waitNanos(now) : 0;
            if (waiting.size() < least) {
                wanted = least - waiting.size();
                return false;
            }
            fill(writer);
            groupSize.groupTaken(writer.group.size(), waiting.size());
            wanted = Math.max(1, leastBeside() - waiting.size());
            return !writer.group.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Returns how many commits justify a group of their own beside those in progress.
    private int leastBeside() {
        int least = 1;
        for (WriterThread writer : writers) least = Math.max(least, writer.group.size());
        return crowded && least >= LARGE ? Integer.MAX_VALUE : least;
    }

    private void fill(WriterThread writer) {
        int bytes = 0;
        Iterator<PgJob> next = waiting.iterator();
        while (next.hasNext() && writer.group.size() < GROUP_COMMITS_MAX) {
            PgJob job = next.next();
            if (!goesWithAll(job)) continue;
            bytes += job.bytes();
            boolean full = bytes > GROUP_BYTES_MAX || writer.names.size() > GROUP_LOCKS_MAX;
            if (full && !writer.group.isEmpty()) break;
            writer.group.add(job);
            next.remove();
            writer.names.addAll(job.written);
            for (PgChange change : job.changes) writer.runs.add(change.run().id());
        }
    }

    private boolean goesWithAll(PgJob job) {
        for (WriterThread writer : writers)
            if (!job.goesWith(writer.runs, writer.names)) return false;
        return true;
    }

    /// The last thread to end refuses the jobs that are left.
    private void retire() {
        lock.lock();
        try {
            working--;
            if (working > 0) return;
        } finally {
            lock.unlock();
        }
        gone = true;
        wakeups.close();
        refuseArrivals();
    }

    private void finish(List<PgJob> group, @Nullable SQLException error) {
        StoreException failure =
                switch (error) {
                    case null -> null;
                    case Answered answered -> answered.answer;
                    default -> PgErrors.of(error, "a commit to", source.where());
                };
        for (PgJob job : group) job.finish(failure);
        wakeups.wake(group);
    }

    /// Writes groups with one commit slot, one after the other.
    private final class WriterThread {
        private final PgCommitSlot slot;
        private final Thread thread;

        // Changed only under the lock.
        private List<PgJob> group = List.of();
        private final Set<RunId> runs = new HashSet<>();
        private final Set<Long> names = new HashSet<>();

        // Used only by this thread: how long to wait for more jobs, in nanoseconds, or 0.
        private long waitNanos;

        // Used only by this thread: whether its group may have been sent.
        private boolean sending;

        private volatile boolean idle;

        WriterThread(PgCommitSlot slot) {
            this.slot = slot;
            this.thread =
                    Thread.ofPlatform()
                            .name("pawl-postgres-writer-" + slot.place())
                            .daemon()
                            .unstarted(this::loop);
        }

        private void loop() {
            while (true) {
                boolean last = closed;
                try {
                    while (take(this)) {
                        faults.reached(Place.GROUP_GATHERED);
                        serve(group);
                    }
                } catch (Throwable e) {
                    answerAll(e);
                    LockSupport.parkNanos(this, AFTER_AN_ERROR_NANOS);
                    // Another pass shows what this thread was woken for.
                    continue;
                }
                if (last) break;
                idle = true;
                if (!isCalled()) wakeups.park(this, waitNanos);
                idle = false;
            }
            retire();
        }

        /// Retries if even that fails: a caller without an outcome would wait forever.
        private void answerAll(Throwable error) {
            while (true) {
                try {
                    fail(this, error);
                    return;
                } catch (Throwable _) {
                    LockSupport.parkNanos(this, AFTER_AN_ERROR_NANOS);
                }
            }
        }

        private boolean isCalled() {
            Arrival newest = arrivals.get();
            return closed || (newest != null && newest.count() >= wanted);
        }

        private void reset() {
            sending = false;
            group = new ArrayList<>();
            runs.clear();
            names.clear();
        }

        private void serve(List<PgJob> group) {
            sending = true;
            SQLException error = send(group);
            if (error == null || error instanceof Answered) {
                finish(group, error);
            } else if (group.size() > 1 && PgErrors.isOfOneCommit(error)) {
                // Only the commit that caused the error should fail.
                for (PgJob job : group) finish(List.of(job), sendAlone(job));
            } else if (PgErrors.isChance(error)) {
                finish(group, sendAlone(group.getFirst()));
            } else {
                finish(group, error);
            }
        }

        private @Nullable SQLException sendAlone(PgJob job) {
            SQLException error = send(List.of(job));
            for (int tries = 1; tries < TRIES_MAX; tries++) {
                if (error == null || !PgErrors.isChance(error)) break;
                error = send(List.of(job));
            }
            return error;
        }

        /// Returns the error of the database, or null; any other error is the outcome of all jobs.
        private @Nullable SQLException send(List<PgJob> group) {
            try {
                slot.send(group);
                return null;
            } catch (SQLException e) {
                return e;
            } catch (StoreException e) {
                return new Answered(e);
            } catch (RuntimeException | Error e) {
                // A bug here must not leave a thousand callers waiting.
                return new Answered(failure(e));
            }
        }
    }

    /// A job in the list of arrivals, newest first, and the length of the list.
    private record Arrival(PgJob job, @Nullable Arrival earlier, int count) {}

    /// A final outcome, passed through the code that handles errors of the database.
    private static final class Answered extends SQLException {
        private static final long serialVersionUID = 1;

        private final StoreException answer;

        Answered(StoreException answer) {
            super(answer.getMessage(), "58000", answer);
            this.answer = answer;
        }
    }
}
