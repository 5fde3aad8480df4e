package dev.pawl.engine;

import dev.pawl.engine.store.Seat;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Gives out ids that grow with time and never repeat, also when the clock goes back.
///
/// An id is the number of milliseconds since 2025 and a counter; a million fit one millisecond.
/// Where nodes share a store, the number of the node's seat takes the last ten bits of the counter.
final class Ids {
    private static final long EPOCH_MILLIS = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int COUNTER_BITS = 20;

    private final Host host;
    private final AtomicLong last;
    private final long step;

    Ids(Host host, long last, boolean shared) {
        this.host = host;
        this.step = shared ? Seat.COUNT : 1;
        this.last = new AtomicLong(last);
    }

    /// Takes a seat: all ids from now on bear its number, and are greater than `beyond`.
    void sit(Seat seat, long beyond) {
        last.updateAndGet(before -> {
            long max = Math.max(before, beyond);
            return max - max % step + step + seat.number();
        });
    }

    /// Lets all ids from now on be greater than one that was seen.
    void exceed(RunId seen) {
        last.updateAndGet(before -> {
            long more = Math.max(0, seen.value() - before + step - 1);
            return before + more - more % step;
        });
    }

    long next() {
        long time = Math.max(0, host.now().toEpochMilli() - EPOCH_MILLIS) << COUNTER_BITS;
        return last.updateAndGet(before -> Math.max(before + step, time + before % step));
    }

    RunId nextRun() {
        return new RunId(next());
    }
}
