package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Gives out ids that grow with time and never repeat, also when the clock goes back.
///
/// An id is the number of milliseconds since 2025 and a counter; a million fit one millisecond.
/// Where nodes share a store, the number of the node's slot takes the last ten bits of the counter.
public final class Ids {
    private static final long EPOCH_MILLIS = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int COUNTER_BITS = 20;

    private final Host host;
    private final AtomicLong last;
    private final long step;

    public Ids(Host host, long last, boolean shared) {
        this.host = host;
        this.step = shared ? NodeSlot.COUNT : 1;
        this.last = new AtomicLong(last);
    }

    /// Uses the slot of a node: all ids from now on contain its number, and are greater than
    /// `beyond`.
    public void use(NodeSlot slot, long beyond) {
        last.updateAndGet(before -> {
            long max = Math.max(before, beyond);
            return max - max % step + step + slot.number();
        });
    }

    /// Lets all ids from now on be greater than one that was seen.
    public void exceed(RunId seen) {
        last.updateAndGet(before -> {
            long more = Math.max(0, seen.value() - before + step - 1);
            return before + more - more % step;
        });
    }

    public long next() {
        long time = Math.max(0, host.now().toEpochMilli() - EPOCH_MILLIS) << COUNTER_BITS;
        return last.updateAndGet(before -> Math.max(before + step, time + before % step));
    }

    public RunId nextRun() {
        return new RunId(next());
    }
}
