package dev.pawl.orchestrator;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Reading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source that is being read for one provider, with some portions under way.
///
/// A portion is a job on a task of its own: it reads when the one before has read, and maps while
/// others read and map. There are as many jobs as permits at most. What they made is taken in
/// order. For one thread; only the jobs are others.
final class Session<R, T> {
    private final Host host;
    private final Reading<R> reading;
    private final Mapping<R, T> mapping;
    private final int atMost;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private final Signal progress = new Signal();

    /// Guarded by this, as all that jobs share.
    private boolean readerFree = true;

    private boolean stopped;

    Session(Host host, Reading<R> reading, Mapping<R, T> mapping, int atMost) {
        this.host = host;
        this.reading = reading;
        this.mapping = mapping;
        this.atMost = atMost;
    }

    long expected() {
        return reading.expected();
    }

    /// Returns how many jobs are under way.
    int busy() {
        return jobs.size();
    }

    /// Returns what the next portion came to, or null after the last; has up to `permits` jobs
    /// under way meanwhile, and calls `alive` from time to time.
    @Nullable Prepared<T> next(int permits, Duration often, Runnable alive) throws Exception {
        while (jobs.size() < permits && !isStopped()) jobs.add(begin());
        Job first = jobs.getFirst();
        while (!first.isOver()) {
            if (!host.await(progress, host.now().plus(often))) alive.run();
        }
        jobs.removeFirst();
        return first.result();
    }

    /// Stops all jobs, waits until they have stopped, and closes the reading.
    void close() throws IOException {
        synchronized (this) {
            stopped = true;
        }
        for (Job job : jobs) job.interrupt();
        for (Job job : jobs) host.awaitRaised(job.over);
        jobs.clear();
        reading.close();
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private Job begin() {
        Job job = new Job(jobs.peekLast());
        job.start();
        return job;
    }

    /// One portion, from being read to being mapped.
    private final class Job {
        private final Signal mayRead = new Signal();
        private final Signal over = new Signal();
        private @Nullable Job next;
        private Host.@Nullable Task task;
        private boolean isOver;
        private @Nullable Prepared<T> prepared;
        private @Nullable Exception problem;

        Job(@Nullable Job before) {
            synchronized (Session.this) {
                if (readerFree) {
                    readerFree = false;
                    mayRead.set(true);
                } else if (before != null) {
                    before.next = this;
                }
            }
        }

        void start() {
            task = host.start("portion", this::run);
        }

        void interrupt() {
            if (task != null) task.interrupt();
        }

        private void run() {
            try {
                Portion<R> portion = read();
                if (portion != null) prepared = prepare(portion);
            } catch (Exception e) {
                problem = e;
                stop();
            } finally {
                synchronized (Session.this) {
                    isOver = true;
                }
                host.raise(over);
                host.raise(progress);
            }
        }

        private @Nullable Portion<R> read() throws Exception {
            if (!mayRead.isRaised()) host.awaitRaised(mayRead);
            try {
                if (isStopped()) return null;
                Portion<R> portion = reading.next(atMost);
                if (portion == null) stop();
                return portion;
            } catch (Exception e) {
                // Before the next one may read: what follows a portion that failed is not known.
                stop();
                throw e;
            } finally {
                pass();
            }
        }

        /// Lets the next job read.
        private void pass() {
            Job follower;
            synchronized (Session.this) {
                follower = next;
                if (follower == null) readerFree = true;
            }
            // A host may let another task go on here, which must not find this locked.
            if (follower != null) host.raise(follower.mayRead);
        }

        private Prepared<T> prepare(Portion<R> portion) {
            List<Entry<T>> entries = new ArrayList<>(portion.records().size());
            List<PoisonItem> poison = new ArrayList<>();
            for (R each : portion.records()) {
                try {
                    entries.add(mapping.map(each));
                } catch (PoisonItem e) {
                    poison.add(e);
                }
            }
            return new Prepared<>(entries, poison, portion.cursor());
        }

        boolean isOver() {
            synchronized (Session.this) {
                return isOver;
            }
        }

        @Nullable Prepared<T> result() throws Exception {
            if (problem != null) throw problem;
            return prepared;
        }
    }

    /// After the last portion, or one that could not be read, nobody reads on.
    private synchronized void stop() {
        stopped = true;
    }

    /// What a portion came to, and the cursor that follows it.
    record Prepared<T>(List<Entry<T>> entries, List<PoisonItem> poison, String cursor) {}
}
