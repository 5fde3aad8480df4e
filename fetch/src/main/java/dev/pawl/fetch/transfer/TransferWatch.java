package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Runs a task that talks to a source, and ends it when it waits for too long.
///
/// The task has its own virtual thread: interrupting a virtual thread closes the socket that it
/// reads, which interrupting the caller's thread does not if that is a platform thread. The task is
/// interrupted when the caller is, and when the other side has been silent for too long. The caller
/// continues only when the task has ended.
public final class TransferWatch<T> {
    private final FetchSubject subject;
    private final Duration silence;
    private final IdleTimer timer = new IdleTimer();

    /// Written by the task's thread, read after it has ended; the same holds for the two below.
    private @Nullable T result;

    private @Nullable FetchException refusal;
    private @Nullable Throwable bug;

    private TransferWatch(FetchSubject subject, Duration silence) {
        this.subject = subject;
        this.silence = silence;
    }

    /// Runs a task and returns its result.
    public static <T> T over(FetchSubject subject, Duration silence, Task<T> task)
            throws FetchException, InterruptedException {
        return new TransferWatch<T>(subject, silence).run(task);
    }

    private T run(Task<T> task) throws FetchException, InterruptedException {
        Thread worker =
                Thread.ofVirtual().name(subject.message("transfer")).start(() -> attempt(task));
        boolean isSilent = false;
        boolean isInterrupted = false;
        try {
            while (!isSilent && !worker.join(timer.left(silence).plusMillis(1))) {
                isSilent = !timer.left(silence).isPositive();
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isSilent || isInterrupted) isInterrupted |= end(worker);
        if (result != null) {
            // The task completed before the interruption reached it.
            if (isInterrupted) Thread.currentThread().interrupt();
            return result;
        }
        if (isInterrupted) throw new InterruptedException(subject.message("interrupted"));
        throw isSilent ? silent() : failure();
    }

    private void attempt(Task<T> task) {
        timer.waiting();
        try {
            result = task.run(timer);
        } catch (FetchException e) {
            refusal = e;
        } catch (RuntimeException | Error e) {
            bug = e;
        }
    }

    /// Ends the task and returns whether the caller was interrupted meanwhile.
    private static boolean end(Thread worker) {
        boolean isInterrupted = false;
        worker.interrupt();
        while (worker.isAlive()) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        return isInterrupted;
    }

    private FetchException silent() {
        return subject.error(
                Kind.TRANSIENT,
                "expected more within %s, found silence; try again".formatted(silence),
                refusal);
    }

    private FetchException failure() {
        if (refusal != null) return refusal;
        throw new IllegalStateException(subject.message("the transfer broke"), bug);
    }

    /// The task to run.
    public interface Task<T> {

        /// Sets the timer to waiting before it waits for the other side, and to working afterwards;
        /// at first the timer is waiting.
        T run(IdleTimer timer) throws FetchException;
    }

    /// Measures how long a transfer has been waiting for the other side; writing to its own disk
    /// does not count. The transfer writes it, the watch reads it.
    public static final class IdleTimer {
        private static final long WORKING = 0;

        private volatile long waitingSince = WORKING;

        public void waiting() {
            // Never the value that means working.
            waitingSince = System.nanoTime() | 1;
        }

        public void working() {
            waitingSince = WORKING;
        }

        /// Returns the time until the limit of silence can be reached.
        public Duration left(Duration silence) {
            long since = waitingSince;
            return since == WORKING ? silence : silence.minusNanos(System.nanoTime() - since);
        }
    }
}
