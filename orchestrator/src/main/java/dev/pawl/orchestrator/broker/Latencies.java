package dev.pawl.orchestrator.broker;

import java.time.Duration;
import java.util.Arrays;

/// The latest latencies, up to [#KEPT] of them, and their 99th percentile. Thread-safe.
public final class Latencies {
    /// How many latencies are kept; ten of them are beyond the 99th percentile.
    public static final int KEPT = 1_000;

    private static final int PERCENTILE = 99;

    private final long[] nanos = new long[KEPT];
    private int count;
    private int next;

    /// Adds a latency; replaces the oldest if there are [#KEPT].
    public synchronized void add(Duration latency) {
        if (latency.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a latency of PT0S or more, found " + latency);
        }
        nanos[next] = latency.toNanos();
        next = (next + 1) % KEPT;
        count = Math.min(KEPT, count + 1);
    }

    /// Returns the shortest latency that 99 of 100 do not exceed, or zero if there are none.
    public Duration p99() {
        long[] sorted = latest();
        if (sorted.length == 0) return Duration.ZERO;
        Arrays.sort(sorted);
        return Duration.ofNanos(sorted[(sorted.length * PERCENTILE + 99) / 100 - 1]);
    }

    private synchronized long[] latest() {
        return Arrays.copyOf(nanos, count);
    }
}
