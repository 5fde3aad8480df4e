package dev.pawl.testkit.contract;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Runs tasks of a test on their own threads.
final class TestThreads {
    private TestThreads() {}

    /// Runs each task on its own thread, waits for all of them, and throws what one of them threw.
    ///
    /// When one fails, the others are interrupted: a task that polls checks [#mayContinue].
    static void run(List<? extends Runnable> tasks) {
        // Platform threads: virtual ones that poll would occupy the carriers of the others.
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var ended = new ExecutorCompletionService<@Nullable Void>(executor);
            tasks.forEach(task -> ended.submit(task, null));
            try {
                for (int i = 0; i < tasks.size(); i++) ended.take().get();
            } catch (ExecutionException e) {
                executor.shutdownNow();
                throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                executor.shutdownNow();
                throw new AssertionError("the test was interrupted", e);
            }
        }
    }

    /// Returns whether a task that polls may continue.
    static boolean mayContinue() {
        return !Thread.currentThread().isInterrupted();
    }
}
