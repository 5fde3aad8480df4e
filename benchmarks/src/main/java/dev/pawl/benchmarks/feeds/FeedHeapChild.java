package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.frame.ChildJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;

/// A process that loads all sources: `HOME DOCUMENTS`, and tells what it took.
final class FeedHeapChild {
    private static final double MEBI = 1 << 20;

    private FeedHeapChild() {}

    public static void main(String[] arguments) throws Exception {
        try (Kitchen kitchen = Kitchen.open(Path.of(arguments[0]), Path.of(arguments[1]))) {
            ChildJvm.answer("seconds", kitchen.load());
        }
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // Each pool has its peak at another moment: the sum is at least what was in use.
            if (pool.getType() == MemoryType.HEAP) most += pool.getPeakUsage().getUsed();
        }
        ChildJvm.answer("mebibytes", most / MEBI);
    }
}
