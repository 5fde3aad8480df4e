package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.load.Usage;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/// A process that loads the whole stock of a supplier: `MODE SUPPLIER PLACE [THREADS]`.
///
/// It reports that it is ready, starts with the first line of its input, and reports the seconds
/// until the run is completed, the stones, and the peaks of its heap.
final class LoadChild {
    static final String READY = "ready";
    static final String SECONDS = "seconds";
    static final String STONES = "stones";
    static final String CPU_SECONDS = "cpu-seconds";
    static final String MEBIBYTES = "mebibytes";

    private static final double MEBI = 1 << 20;

    private LoadChild() {}

    /// What loads, and into what.
    enum Mode {
        SQLITE,
        RESUME_SQLITE,
        BARE_SQLITE,
        NODE,
        BARE_POSTGRES,
        SPRING_BATCH;

        String argument() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Mode mode = Mode.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        String supplier = arguments[1];
        String place = arguments[2];
        switch (mode) {
            case SQLITE -> {
                try (DiamondsSystem system = DiamondsSystem.open(Path.of(place), supplier)) {
                    measure(() -> system.full().report().unique());
                }
            }
            case RESUME_SQLITE -> {
                try (DiamondsSystem system = DiamondsSystem.open(Path.of(place), supplier)) {
                    measure(() -> system.resumed().report().unique());
                }
            }
            case BARE_SQLITE -> {
                try (BareTables tables = BareSqlite.open(Path.of(place))) {
                    int threads = Integer.parseInt(arguments[3]);
                    measure(() -> BareClient.load(supplier, tables, threads));
                }
            }
            case NODE -> {
                try (DiamondsSystem system = DiamondsSystem.node(place, supplier)) {
                    measure(() -> system.full().report().unique());
                }
            }
            case BARE_POSTGRES -> {
                try (BareTables tables = BarePostgres.open(place)) {
                    int threads = Integer.parseInt(arguments[3]);
                    measure(() -> BareClient.load(supplier, tables, threads));
                }
            }
            case SPRING_BATCH -> {
                try (SpringBatchLoad load = SpringBatchLoad.open(place, supplier)) {
                    measure(load::load);
                }
            }
        }
    }

    private static void measure(Load load) throws Exception {
        ChildJvm.report(READY, 1);
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // Ended input is the end of the parent, or a node that only helps another one.
        if (orders.readLine() == null) return;
        Usage before = Usage.now();
        long stones = load.stones();
        Usage used = Usage.now().since(before);
        ChildJvm.report(SECONDS, used.seconds());
        ChildJvm.report(STONES, (double) stones);
        ChildJvm.report(CPU_SECONDS, used.cpu() / 1e9);
        ChildJvm.report(MEBIBYTES, heapPeaks() / MEBI);
    }

    /// Each pool has its peak at a different moment: the sum is at least what was in use.
    private static double heapPeaks() {
        double most = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) most += pool.getPeakUsage().getUsed();
        }
        return most;
    }

    @FunctionalInterface
    private interface Load {
        long stones() throws Exception;
    }
}
