package dev.pawl.cli.shell;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Stops a long-running command gracefully: a signal or an error requests it, and the process waits
/// until the command has ended.
public final class Shutdown {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean applies;
    private volatile int code;

    /// Runs a command that ends soon after a shutdown is requested, and returns its exit code.
    public <E extends Exception> int during(Work<E> command) throws E, InterruptedException {
        applies = true;
        try {
            request(command.run());
            return code;
        } finally {
            ended.countDown();
        }
    }

    /// Waits for a request.
    public void await() throws InterruptedException {
        requested.await();
    }

    /// Requests the shutdown, with this exit code.
    public void request(int exitCode) {
        if (exitCode != ExitCode.OK) code = exitCode;
        requested.countDown();
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /// Waits at most this long for a request; returns whether there is one.
    public boolean isRequestedWithin(Duration atMost) throws InterruptedException {
        return requested.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Lets the process exit with its own code: all commands have ended.
    public void dismiss() {
        applies = false;
    }

    /// Requests the shutdown, waits until the command has ended, and returns its exit code; empty
    /// if no long-running command runs.
    public OptionalInt requestAndAwait() {
        if (!applies) return OptionalInt.empty();
        request(ExitCode.OK);
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return OptionalInt.of(code);
    }

    /// What a command does until it ends; returns its exit code.
    @FunctionalInterface
    public interface Work<E extends Exception> {
        int run() throws E, InterruptedException;
    }
}
