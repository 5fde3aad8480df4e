package dev.pawl.cli;

import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;

/// How a command that runs until it is told to stop is told, by a signal or by trouble.
final class Ending {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean begun;
    private volatile int code;

    /// Says that such a command runs.
    void begin() {
        begun = true;
    }

    /// Waits until somebody wants it to stop.
    void await() throws InterruptedException {
        asked.await();
    }

    /// Wants it to stop and to exit with a code.
    void want(int exitCode) {
        if (exitCode != ExitCode.OK) code = exitCode;
        asked.countDown();
    }

    /// Says that it has stopped.
    void done() {
        over.countDown();
    }

    int code() {
        return code;
    }

    /// Wants the command to stop, waits until it has, and returns its exit code; empty if no such
    /// command runs.
    OptionalInt ask() {
        if (!begun) return OptionalInt.empty();
        want(ExitCode.OK);
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return OptionalInt.of(code);
    }
}
