package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.load.Usage;
import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

/// The process that opens a store full of waiting runs: `HOME SETTLE_MILLIS IDLE_MILLIS`.
final class MillionRunsChild {
    private static final Duration TIME_MAX = Duration.ofMinutes(5);

    private MillionRunsChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path home = Path.of(arguments[0]);
        long start = System.nanoTime();
        try (Engine engine = Engine.open(SqliteStore.open(home), WaitingRuns.MACHINE)) {
            ChildJvm.report("open", since(start));
            if (engine.report(TIME_MAX).isEmpty()) {
                throw new IllegalStateException("the runs were not recovered within " + TIME_MAX);
            }
            ChildJvm.report("recovered", since(start));
            Thread.sleep(Long.parseLong(arguments[1]));
            // Twice, since the first collection may leave objects that wait for their cleaner.
            System.gc();
            System.gc();
            var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
            ChildJvm.report("heap", (double) heap.getUsed());
            Usage before = Usage.now();
            Thread.sleep(Long.parseLong(arguments[2]));
            ChildJvm.report("idle", Usage.now().since(before).cores());
        }
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
