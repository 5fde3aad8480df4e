package dev.pawl.orchestrator;

import dev.pawl.orchestrator.broker.Latencies;
import dev.pawl.orchestrator.broker.Sample;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The load of this process: how long batches take to be written, how many items are bad, and how
/// full memory is after the last collection. For any thread.
final class Strain {
    private final Latencies latencies = new Latencies();
    private long good;
    private long bad;
    private Instant last = Instant.MIN;

    void committed(Duration took) {
        latencies.add(took.isNegative() ? Duration.ZERO : took);
    }

    synchronized void counted(long ok, long wrong) {
        good += ok;
        bad += wrong;
    }

    /// Returns the load since the last sample, if that is long enough ago.
    synchronized Optional<Sample> sample(Instant now) {
        if (last.isAfter(Instant.MIN) && now.isBefore(last.plus(Broker.TICK))) {
            return Optional.empty();
        }
        last = now;
        double errors = good + bad == 0 ? 0 : (double) bad / (good + bad);
        good = 0;
        bad = 0;
        return Optional.of(new Sample(latencies.p99(), errors, memory()));
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
