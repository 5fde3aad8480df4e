package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.RunId;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Groups the commits that wait while others are on their way, and has each group sent.
final class PgWriter {
    /// One group holds at most this many commits and locks and, beyond its first, this many bytes.
    private static final int GROUP_COMMITS_MAX = 1_024;

    private static final int GROUP_LOCKS_MAX = 512;
    private static final int GROUP_BYTES_MAX = 4 << 20;
    private static final int WAKE_DIRECTLY_MAX = 8;

    /// A commit that lost against others by chance is tried this often.
    private static final int TRIES_MAX = 5;

    private final PgSender sender;
    private final PgSource source;
    private final Thread thread;
    private final AtomicReference<@Nullable Arrival> arrivals = new AtomicReference<>();

    // Of the thread alone.
    private final Deque<PgJob> waiting = new ArrayDeque<>();

    private volatile boolean closed;
    private volatile boolean gone;

    PgWriter(PgSender sender, PgSource source) {
        this.sender = sender;
        this.source = source;
        thread = Thread.ofPlatform().name("pawl-postgres-writer").daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    /// Returns when the commit is durable, or throws what went wrong.
    void submit(PgJob job) {
        if (closed) throw source.closed();
        Arrival before;
        do {
            before = arrivals.get();
        } while (!arrivals.compareAndSet(before, new Arrival(job, before)));
        if (gone) refuseArrivals();
        if (before == null) LockSupport.unpark(thread);
        job.await();
        job.answer();
    }

    /// Serves what has arrived, and then nothing any more.
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        Threads.join(thread);
    }

    private void loop() {
        while (true) {
            boolean last = closed;
            admit();
            while (!waiting.isEmpty()) {
                serve(group());
                admit();
            }
            if (last) break;
            if (arrivals.get() == null && !closed) LockSupport.park(this);
        }
        gone = true;
        refuseArrivals();
    }

    private void refuseArrivals() {
        for (Arrival one = arrivals.getAndSet(null); one != null; one = one.earlier()) {
            one.job().finish(source.closed());
            one.job().wake();
        }
    }

    /// Moves the arrivals behind those who wait, in the order in which they came.
    private void admit() {
        Deque<PgJob> came = new ArrayDeque<>();
        for (Arrival one = arrivals.getAndSet(null); one != null; one = one.earlier()) {
            came.push(one.job());
        }
        waiting.addAll(came);
    }

    /// Takes those who may be written together; who must wait for one of them stays.
    private List<PgJob> group() {
        List<PgJob> group = new ArrayList<>();
        Set<RunId> runs = new HashSet<>();
        Set<Long> names = new HashSet<>();
        int bytes = 0;
        Iterator<PgJob> next = waiting.iterator();
        while (next.hasNext() && group.size() < GROUP_COMMITS_MAX) {
            PgJob job = next.next();
            if (!job.goesWith(runs, names)) continue;
            bytes += job.bytes();
            boolean full = bytes > GROUP_BYTES_MAX || names.size() > GROUP_LOCKS_MAX;
            if (full && !group.isEmpty()) break;
            next.remove();
            group.add(job);
            names.addAll(job.written);
            for (PgChange change : job.changes) runs.add(change.run().id());
        }
        return group;
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
            sender.send(new PgGroup(group));
            return null;
        } catch (SQLException e) {
            return e;
        } catch (StoreException e) {
            return new Answered(e);
        } catch (RuntimeException | Error e) {
            // A bug here must not leave a thousand callers asleep.
            return new Answered(
                    new StoreException(
                            Kind.IO,
                            "the writer to %s failed: %s".formatted(source.where(), e),
                            e));
        }
    }

    private void finish(List<PgJob> group, @Nullable SQLException error) {
        StoreException failure =
                switch (error) {
                    case null -> null;
                    case Answered answered -> answered.answer;
                    default -> PgErrors.of(error, "a commit to", source.where());
                };
        for (PgJob job : group) job.finish(failure);
        if (group.size() <= WAKE_DIRECTLY_MAX) {
            for (PgJob job : group) job.wake();
        } else {
            Thread.ofVirtual().name("pawl-postgres-waker").start(() -> group.forEach(PgJob::wake));
        }
    }

    /// A job in the list of those that nobody has taken in yet, newest first.
    private record Arrival(PgJob job, @Nullable Arrival earlier) {}

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
