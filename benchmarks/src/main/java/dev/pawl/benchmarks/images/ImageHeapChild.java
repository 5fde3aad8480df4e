package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.ChildJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;

/// A process that processes one image: `HOME SOURCE KEY`, and reports what it used.
final class ImageHeapChild {
    private static final double MEBI = 1 << 20;

    private ImageHeapChild() {}

    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        try (ImagesSystem site = ImagesSystem.open(Path.of(arguments[0]))) {
            var made = site.process(arguments[1], arguments[2]);
            if (!made.activate().active()) throw new IllegalStateException("it is not active");
        }
        ChildJvm.report("seconds", (System.nanoTime() - start) / 1e9);
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            // Each pool has its peak at a different moment: the sum is at least what was in use.
            if (pool.getType() == MemoryType.HEAP) most += pool.getPeakUsage().getUsed();
        }
        ChildJvm.report("mebibytes", most / MEBI);
        ChildJvm.report("heapMax", Runtime.getRuntime().maxMemory() / MEBI);
    }
}
