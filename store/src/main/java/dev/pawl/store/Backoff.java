package dev.pawl.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Waits between tries, each time twice as long.
final class Backoff {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LAST = TimeUnit.SECONDS.toNanos(2);

    private long next = FIRST;

    /// Waits; an interrupt of before does not shorten it, and stays set.
    void pause() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(this, next);
        next = Math.min(LAST, next * 2);
        if (interrupted) Thread.currentThread().interrupt();
    }
}
