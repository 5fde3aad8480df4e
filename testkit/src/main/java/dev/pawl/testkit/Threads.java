package dev.pawl.testkit;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Runs the work of a test on threads of its own.
final class Threads {
    private Threads() {}

    /// Runs each of `works` on a thread, waits for all of them, and throws what one of them threw.
    ///
    /// When one fails the others are interrupted: a work that polls looks whether it is.
    static void run(List<? extends Runnable> works) {
        // Platform threads: virtual ones that poll would keep their carriers from the others.
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var ended = new ExecutorCompletionService<@Nullable Void>(executor);
            works.forEach(work -> ended.submit(work, null));
            try {
                for (int i = 0; i < works.size(); i++) ended.take().get();
            } catch (ExecutionException e) {
                executor.shutdownNow();
                throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                executor.shutdownNow();
                throw new AssertionError("the test was interrupted", e);
            }
        }
    }

    /// Returns whether a work that polls must go on.
    static boolean goOn() {
        return !Thread.currentThread().isInterrupted();
    }
}
