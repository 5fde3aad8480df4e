package dev.pawl.benchmarks;

import dev.pawl.benchmarks.frame.ChildJvm;
import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

/// The process that opens a store full of waiting runs: `HOME SETTLE_MILLIS IDLE_MILLIS`.
final class MillionChild {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private MillionChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path home = Path.of(arguments[0]);
        long start = System.nanoTime();
        try (Engine engine = Engine.open(SqliteStore.open(home), WaitingRuns.MACHINE)) {
            ChildJvm.answer("open", since(start));
            if (engine.report(PATIENCE).isEmpty()) {
                throw new IllegalStateException("the runs were not taken up in " + PATIENCE);
            }
            ChildJvm.answer("taken", since(start));
            Thread.sleep(Long.parseLong(arguments[1]));
            // Twice, since the first may leave what waits for its cleaner.
            System.gc();
            System.gc();
            var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
            ChildJvm.answer("heap", (double) heap.getUsed());
            Usage before = Usage.now();
            Thread.sleep(Long.parseLong(arguments[2]));
            ChildJvm.answer("idle", Usage.now().since(before).cores());
        }
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
