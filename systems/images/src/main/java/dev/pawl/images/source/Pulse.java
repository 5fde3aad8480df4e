package dev.pawl.images.source;

import java.time.Duration;

/// Since when a transfer waits for the other side.
///
/// Time at work for its own disk does not count. Written by the transfer, read by who watches it.
final class Pulse {
    private static final long AT_WORK = 0;

    private volatile long waitingSince = AT_WORK;

    void waiting() {
        // Never the value that means something else.
        waitingSince = System.nanoTime() | 1;
    }

    void working() {
        waitingSince = AT_WORK;
    }

    boolean isSilentFor(Duration silence) {
        return !left(silence).isPositive();
    }

    /// Returns after what time there may have been so much silence.
    Duration left(Duration silence) {
        long since = waitingSince;
        return since == AT_WORK ? silence : silence.minusNanos(System.nanoTime() - since);
    }
}
