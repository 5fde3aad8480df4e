package dev.pawl.orchestrator.context;

import dev.pawl.orchestrator.broker.Latencies;
import dev.pawl.orchestrator.broker.LoadSample;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Measures the load of this process: how long commits of batches take, how many items are bad, and
/// how full the heap is after the last garbage collection. Thread-safe.
public final class LoadStats {
    /// The time between two samples.
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Latencies latencies = new Latencies();
    private long good;
    private long bad;
    private Instant last = Instant.MIN;

    public void committed(Duration took) {
        latencies.add(took.isNegative() ? Duration.ZERO : took);
    }

    public synchronized void counted(long goodItems, long badItems) {
        good += goodItems;
        bad += badItems;
    }

    /// Returns the load since the last sample; empty if that is less than [#INTERVAL] ago.
    public synchronized Optional<LoadSample> sample(Instant now) {
        if (last.isAfter(Instant.MIN) && now.isBefore(last.plus(INTERVAL))) {
            return Optional.empty();
        }
        last = now;
        double errors = good + bad == 0 ? 0 : (double) bad / (good + bad);
        good = 0;
        bad = 0;
        return Optional.of(new LoadSample(latencies.p99(), errors, memory()));
    }

    private static double memory() {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage after = pool.getCollectionUsage();
            if (after != null) used += after.getUsed();
        }
        return (double) used / Runtime.getRuntime().maxMemory();
    }
}
