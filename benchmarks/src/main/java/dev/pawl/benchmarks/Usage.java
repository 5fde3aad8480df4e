package dev.pawl.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Time that has passed and time that this process has spent on the processor, in nanoseconds; the
/// latter is counted in ticks of [#TICK_NANOS].
record Usage(long wall, long cpu) {
    static final long TICK_NANOS = 10_000_000;

    static Usage now() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Usage(System.nanoTime(), system.getProcessCpuTime());
    }

    Usage since(Usage before) {
        return new Usage(wall - before.wall, cpu - before.cpu);
    }

    double seconds() {
        return wall / 1e9;
    }

    /// Returns how much of one core was used.
    double cores() {
        return (double) cpu / wall;
    }
}
