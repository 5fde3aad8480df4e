package dev.pawl.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Elapsed time and processor time of this process, in nanoseconds; the latter is counted in ticks
/// of [#TICK_NANOS].
public record Usage(long wall, long cpu) {
    public static final long TICK_NANOS = 10_000_000;

    public static Usage now() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Usage(System.nanoTime(), system.getProcessCpuTime());
    }

    public Usage since(Usage before) {
        return new Usage(wall - before.wall, cpu - before.cpu);
    }

    public double seconds() {
        return wall / 1e9;
    }

    /// Returns how much of one core was used.
    public double cores() {
        return (double) cpu / wall;
    }
}
