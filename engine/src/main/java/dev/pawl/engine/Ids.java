package dev.pawl.engine;

import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Gives out ids that grow with time and never repeat, also when the clock goes back.
///
/// An id is the number of milliseconds since 2025 and a counter; a million fit one millisecond.
final class Ids {
    private static final long EPOCH_MILLIS = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int COUNTER_BITS = 20;

    private final Host host;
    private final AtomicLong last;

    Ids(Host host, long last) {
        this.host = host;
        this.last = new AtomicLong(last);
    }

    long next() {
        long time = Math.max(0, host.now().toEpochMilli() - EPOCH_MILLIS) << COUNTER_BITS;
        return last.updateAndGet(before -> Math.max(before + 1, time));
    }

    RunId nextRun() {
        return new RunId(next());
    }
}
