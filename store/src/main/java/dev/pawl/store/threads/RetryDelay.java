package dev.pawl.store.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Waits between tries, each time twice as long, up to a limit.
public final class RetryDelay {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LAST = TimeUnit.SECONDS.toNanos(2);

    private long next = FIRST;

    /// Waits; a pending interrupt does not shorten the wait and stays set.
    public void pause() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(this, next);
        next = Math.min(LAST, next * 2);
        if (interrupted) Thread.currentThread().interrupt();
    }
}
