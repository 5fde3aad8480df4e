package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.RunId;
import dev.pawl.store.FaultPoint.Place;
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

/// Groups the commits that wait while others are on their way, and has each group written, by a
/// thread for each pen.
///
/// A group sets out beside another when it is as large: what would gain little by an early start
/// joins the next group instead, and the server has fewer to do. Where other nodes keep the server
/// busy anyway, none sets out beside a large one, and a group waits a moment for the callers of the
/// one before to come back (see [PgGathering]).
final class PgWriter {
    /// One group holds at most this many commits and locks and, beyond its first, this many bytes.
    private static final int GROUP_COMMITS_MAX = 1_024;

    private static final int GROUP_LOCKS_MAX = 512;
    private static final int GROUP_BYTES_MAX = 4 << 20;
    private static final int LARGE = 16;
    private static final long AFTER_AN_ERROR_NANOS = Duration.ofMillis(10).toNanos();

    /// A commit that lost against others by chance is tried this often.
    private static final int TRIES_MAX = 5;

    private final PgSource source;
    private final FaultPoint faults;
    private final Wakers wakers;
    private final List<Hand> hands;
    private final AtomicReference<@Nullable Arrival> arrivals = new AtomicReference<>();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Deque<PgJob> waiting = new ArrayDeque<>();
    private final PgGathering gathering = new PgGathering();
    private @Nullable Arrival admitting;
    private int working;

    /// Made beforehand: when it is needed there may be no memory for it.
    private final StoreException outOfMemory;

    /// How many must have arrived for a hand to be woken.
    private volatile int wanted = 1;

    private volatile boolean crowded;
    private volatile boolean closed;
    private volatile boolean gone;

    PgWriter(List<PgPen> pens, PgSource source) {
        this.source = source;
        this.faults = source.options().faults();
        this.wakers = new Wakers(faults);
        this.hands = pens.stream().map(Hand::new).toList();
        this.working = hands.size();
        this.outOfMemory =
                new StoreException(
                        Kind.IO,
                        "the writer to %s failed: it ran out of memory".formatted(source.where()),
                        null);
    }

    void start() {
        for (Hand hand : hands) hand.thread.start();
    }

    /// Returns when the commit is durable, or throws what went wrong.
    void submit(PgJob job) {
        if (closed) throw source.closed();
        Arrival before;
        Arrival mine;
        do {
            before = arrivals.get();
            mine = new Arrival(job, before, before == null ? 1 : before.count() + 1);
        } while (!arrivals.compareAndSet(before, mine));
        if (gone) refuseArrivals();
        if (mine.count() == wanted) wakeHand();
        job.await();
        job.answer();
    }

    /// Says whether other nodes write to the same server.
    void crowded(boolean others) {
        crowded = others;
    }

    /// Serves what has arrived, and then nothing any more.
    void close() {
        closed = true;
        for (Hand hand : hands) LockSupport.unpark(hand.thread);
        for (Hand hand : hands) Threads.join(hand.thread);
    }

    /// Whoever is not idle looks for himself when he is done.
    private void wakeHand() {
        for (Hand hand : hands) {
            if (hand.idle) {
                LockSupport.unpark(hand.thread);
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

    /// Moves the arrivals behind those who wait, in the order in which they came.
    private void admit() {
        admitting = arrivals.getAndSet(null);
        Deque<PgJob> came = new ArrayDeque<>();
        for (Arrival one = admitting; one != null; one = one.earlier()) came.push(one.job());
        waiting.addAll(came);
        admitting = null;
    }

    /// Answers every caller that waits, after an unexpected error; from here on the thread works
    /// again.
    private void fail(Hand hand, Throwable error) {
        lock.lock();
        try {
            StoreException failure = failure(error);
            for (Arrival one = admitting; one != null; one = one.earlier()) {
                answer(one.job(), failure);
            }
            admitting = null;
            for (PgJob job : waiting) answer(job, failure);
            waiting.clear();
            for (PgJob job : hand.group) answer(job, failure);
            hand.group = List.of();
            hand.runs.clear();
            hand.names.clear();
            // The next one to come must wake a hand, as if nothing had been under way.
            wanted = 1;
        } finally {
            lock.unlock();
        }
    }

    private static void answer(PgJob job, StoreException failure) {
        job.finish(failure);
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

    /// Takes those who may be written together and beside what is under way; who must wait for one
    /// of them stays. Returns whether there are any.
    private boolean take(Hand hand) {
        lock.lock();
        try {
            hand.reset();
            admit();
            int least = leastBeside();
            boolean gathers = crowded && !closed && least < LARGE;
            long now = System.nanoTime();
            if (gathers) least = Math.max(least, gathering.least(waiting.size(), now));
            hand.patience = gathers ? gathering.patience(now) : 0;
            if (waiting.size() < least) {
                wanted = least - waiting.size();
                return false;
            }
            fill(hand);
            gathering.took(hand.group.size(), waiting.size());
            wanted = Math.max(1, leastBeside() - waiting.size());
            return !hand.group.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Returns how many commits are worth a start of their own beside what is under way.
    private int leastBeside() {
        int least = 1;
        for (Hand hand : hands) least = Math.max(least, hand.group.size());
        return crowded && least >= LARGE ? Integer.MAX_VALUE : least;
    }

    private void fill(Hand hand) {
        int bytes = 0;
        Iterator<PgJob> next = waiting.iterator();
        while (next.hasNext() && hand.group.size() < GROUP_COMMITS_MAX) {
            PgJob job = next.next();
            if (!goesWithAll(job)) continue;
            bytes += job.bytes();
            boolean full = bytes > GROUP_BYTES_MAX || hand.names.size() > GROUP_LOCKS_MAX;
            if (full && !hand.group.isEmpty()) break;
            hand.group.add(job);
            next.remove();
            hand.names.addAll(job.written);
            for (PgChange change : job.changes) hand.runs.add(change.run().id());
        }
    }

    private boolean goesWithAll(PgJob job) {
        for (Hand hand : hands) if (!job.goesWith(hand.runs, hand.names)) return false;
        return true;
    }

    /// The last one to go leaves nobody behind.
    private void retire() {
        lock.lock();
        try {
            working--;
            if (working > 0) return;
        } finally {
            lock.unlock();
        }
        gone = true;
        wakers.close();
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
        wakers.wake(group);
    }

    /// Who writes with one pen, one group after the other.
    private final class Hand {
        private final PgPen pen;
        private final Thread thread;

        // Changed under the lock alone.
        private List<PgJob> group = List.of();
        private final Set<RunId> runs = new HashSet<>();
        private final Set<Long> names = new HashSet<>();

        // Of its thread: how long a group is gathered for, in nanoseconds, or 0.
        private long patience;

        private volatile boolean idle;

        Hand(PgPen pen) {
            this.pen = pen;
            this.thread =
                    Thread.ofPlatform()
                            .name("pawl-postgres-writer-" + pen.place())
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
                    // What a hand is woken for is known only after it has looked.
                    continue;
                }
                if (last) break;
                idle = true;
                if (!isCalled()) wakers.park(this, patience);
                idle = false;
            }
            retire();
        }

        /// Does so again if even that fails: a caller without an answer would sleep forever.
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
            group = new ArrayList<>();
            runs.clear();
            names.clear();
        }

        private void serve(List<PgJob> group) {
            SQLException error = send(group);
            if (error == null || error instanceof Answered) {
                finish(group, error);
            } else if (group.size() > 1 && PgErrors.isOfOneCommit(error)) {
                // Only the guilty one is to fail.
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

        /// Returns the error of the database, if there was one; any other is the answer of all.
        private @Nullable SQLException send(List<PgJob> group) {
            try {
                pen.send(new PgGroup(group));
                return null;
            } catch (SQLException e) {
                return e;
            } catch (StoreException e) {
                return new Answered(e);
            } catch (RuntimeException | Error e) {
                // A bug here must not leave a thousand callers asleep.
                return new Answered(failure(e));
            }
        }
    }

    /// A job in the list of those that nobody has taken in yet, newest first, and how many they
    /// are.
    private record Arrival(PgJob job, @Nullable Arrival earlier, int count) {}

    /// An answer that is final, on its way through those who look at errors of the database.
    private static final class Answered extends SQLException {
        private static final long serialVersionUID = 1;

        private final StoreException answer;

        Answered(StoreException answer) {
            super(answer.getMessage(), "58000", answer);
            this.answer = answer;
        }
    }
}
