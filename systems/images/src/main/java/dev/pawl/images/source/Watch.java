package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Watches over a task that talks to a source.
///
/// The task has a virtual thread of its own: interrupting one closes the socket that it reads,
/// which an interruption of the caller's thread, if that is none, would not. It is interrupted when
/// the caller is, and when the other side has been silent for too long. The caller goes on only
/// when the task has ended.
final class Watch<T> {
    private final Subject subject;
    private final Duration silence;
    private final Pulse pulse = new Pulse();

    /// Written by the task's thread, read when it has ended.
    private @Nullable T result;

    private @Nullable SourceException refusal;
    private @Nullable Throwable bug;

    private Watch(Subject subject, Duration silence) {
        this.subject = subject;
        this.silence = silence;
    }

    /// Returns what a task returns.
    static <T> T over(Subject subject, Duration silence, Task<T> task)
            throws SourceException, InterruptedException {
        return new Watch<T>(subject, silence).run(task);
    }

    private T run(Task<T> task) throws SourceException, InterruptedException {
        Thread worker =
                Thread.ofVirtual().name(subject.message("transfer")).start(() -> attempt(task));
        boolean isSilent = false;
        boolean isInterrupted = false;
        try {
            while (!isSilent && !worker.join(pulse.left(silence).plusMillis(1))) {
                isSilent = pulse.isSilentFor(silence);
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isSilent || isInterrupted) isInterrupted |= end(worker);
        if (result != null) {
            // What is done is done.
            if (isInterrupted) Thread.currentThread().interrupt();
            return result;
        }
        if (isInterrupted) throw new InterruptedException(subject.message("interrupted"));
        throw isSilent ? silent() : failure();
    }

    private void attempt(Task<T> task) {
        pulse.waiting();
        try {
            result = task.run(pulse);
        } catch (SourceException e) {
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

    private SourceException silent() {
        return subject.error(
                Kind.TRANSIENT,
                "expected more within %s, found silence; try again".formatted(silence),
                refusal);
    }

    private SourceException failure() {
        if (refusal != null) return refusal;
        throw new IllegalStateException(subject.message("the transfer broke"), bug);
    }

    /// What is watched.
    interface Task<T> {

        /// Tells `pulse` when it waits for the other side and when it does not; at first it waits.
        T run(Pulse pulse) throws SourceException;
    }
}
