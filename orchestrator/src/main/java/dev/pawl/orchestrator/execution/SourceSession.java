package dev.pawl.orchestrator.execution;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.RecordMapping;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a source ahead for one provider.
///
/// Each chunk of records is a job on its own task: it reads after the previous job has read, and
/// maps while other jobs read and map. There are at most as many jobs as permits, and their results
/// are taken in order. Callers use one thread; jobs run on others.
final class SourceSession<R, T> {
    private final Host host;
    private final SourceReader<R> reader;
    private final RecordMapping<R, T> mapping;
    private final int atMost;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private final Signal progress = new Signal();

    /// Guarded by this, as is all state that jobs share.
    private boolean readerFree = true;

    private boolean stopped;

    SourceSession(Host host, SourceReader<R> reader, RecordMapping<R, T> mapping, int atMost) {
        this.host = host;
        this.reader = reader;
        this.mapping = mapping;
        this.atMost = atMost;
    }

    long expected() {
        return reader.expected();
    }

    /// Returns how many jobs run or wait to be taken.
    int busy() {
        return jobs.size();
    }

    /// Returns the next batch, or null after the last; keeps up to `permits` jobs running
    /// meanwhile.
    @Nullable Prepared<T> next(int permits) throws Exception {
        while (jobs.size() < permits && !isStopped()) jobs.add(startJob());
        Job first = jobs.getFirst();
        while (!first.isOver()) {
            var _ = host.await(progress, Instant.MAX);
        }
        jobs.removeFirst();
        return first.result();
    }

    /// Interrupts all jobs, waits until they have ended, and closes the reader.
    void close() throws IOException {
        synchronized (this) {
            stopped = true;
        }
        for (Job job : jobs) job.interrupt();
        for (Job job : jobs) host.awaitRaised(job.over);
        jobs.clear();
        reader.close();
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private Job startJob() {
        Job job = new Job(jobs.peekLast());
        job.start();
        return job;
    }

    /// One chunk, read and mapped.
    private final class Job {
        private final Signal mayRead = new Signal();
        private final Signal over = new Signal();
        private @Nullable Job next;
        private Host.@Nullable Task task;
        private boolean isOver;
        private @Nullable Prepared<T> prepared;
        private @Nullable Exception failure;

        Job(@Nullable Job before) {
            synchronized (SourceSession.this) {
                if (readerFree) {
                    readerFree = false;
                    mayRead.set(true);
                } else if (before != null) {
                    before.next = this;
                }
            }
        }

        void start() {
            task = host.start("read ahead", this::run);
        }

        void interrupt() {
            if (task != null) task.interrupt();
        }

        private void run() {
            try {
                RecordChunk<R> chunk = read();
                if (chunk != null) prepared = prepare(chunk);
            } catch (Exception e) {
                failure = e;
                stop();
            } finally {
                synchronized (SourceSession.this) {
                    isOver = true;
                }
                host.raise(over);
                host.raise(progress);
            }
        }

        private @Nullable RecordChunk<R> read() throws Exception {
            if (!mayRead.isRaised()) host.awaitRaised(mayRead);
            try {
                if (isStopped()) return null;
                RecordChunk<R> chunk = reader.next(atMost);
                if (chunk == null) stop();
                return chunk;
            } catch (Exception e) {
                // Before the next job may read: what follows a failed chunk is unknown.
                stop();
                throw e;
            } finally {
                pass();
            }
        }

        /// Lets the next job read.
        private void pass() {
            Job follower;
            synchronized (SourceSession.this) {
                follower = next;
                if (follower == null) readerFree = true;
            }
            // A host may run another task here, which needs this lock.
            if (follower != null) host.raise(follower.mayRead);
        }

        private Prepared<T> prepare(RecordChunk<R> chunk) {
            List<MappedItem<T>> entries = new ArrayList<>(chunk.records().size());
            List<PoisonItem> poison = new ArrayList<>();
            for (R each : chunk.records()) {
                try {
                    entries.add(mapping.map(each));
                } catch (PoisonItem e) {
                    poison.add(e);
                }
            }
            return new Prepared<>(entries, poison, chunk.cursor());
        }

        boolean isOver() {
            synchronized (SourceSession.this) {
                return isOver;
            }
        }

        @Nullable Prepared<T> result() throws Exception {
            if (failure != null) throw failure;
            return prepared;
        }
    }

    /// After the last chunk, or one that could not be read, no job reads.
    private synchronized void stop() {
        stopped = true;
    }

    /// The mapped and the bad records of a chunk, and the cursor that follows it.
    record Prepared<T>(List<MappedItem<T>> entries, List<PoisonItem> poison, String cursor) {}
}
