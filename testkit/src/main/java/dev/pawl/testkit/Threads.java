package dev.pawl.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs the work of a test on threads of its own.
final class Threads {
    private Threads() {}

    /// Runs each of `works` on a thread, waits for all of them, and throws what one of them threw.
    static void run(List<? extends Runnable> works) {
        // Platform threads: virtual ones that poll would keep their carriers from the others.
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            List<Future<?>> futures = new ArrayList<>();
            works.forEach(work -> futures.add(executor.submit(work)));
            for (Future<?> future : futures) future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a thread of the test failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("the test was interrupted", e);
        }
    }
}
