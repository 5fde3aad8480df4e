package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.ChildJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;

/// A process that loads all sources: `HOME DOCUMENTS`, and reports what it used.
final class FeedHeapChild {
    private static final double MEBI = 1 << 20;

    private FeedHeapChild() {}

    public static void main(String[] arguments) throws Exception {
        try (FeedsSystem kitchen = FeedsSystem.open(Path.of(arguments[0]), Path.of(arguments[1]))) {
            ChildJvm.report("seconds", kitchen.load());
        }
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // Each pool has its peak at a different moment: the sum is at least what was in use.
            if (pool.getType() == MemoryType.HEAP) most += pool.getPeakUsage().getUsed();
        }
        ChildJvm.report("mebibytes", most / MEBI);
    }
}
