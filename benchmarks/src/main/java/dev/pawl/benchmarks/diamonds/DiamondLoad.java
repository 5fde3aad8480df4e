package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.diamonds.LoadProcess.Took;
import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.util.LinkedHashMap;
import java.util.Map;

/// A full run on SQLite, beside the bare client with 1, 8 and 30 threads.
final class DiamondLoad implements Row {
    /// The threads of the bare client.
    static final int[] THREADS = {1, 8, 30};

    private static final double RATIO_MAX = 1.6;
    private static final String BAR = "at most 1.6 x the best bare client";

    @Override
    public String name() {
        return "diamonds-load";
    }

    @Override
    public String bar() {
        return BAR;
    }

    /// Returns how many stones the stock has.
    static int stones(BenchContext at) {
        return at.scale().of(500_000, 50_000, 1_000);
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = stones(at);
        Map<String, Object> beside = new LinkedHashMap<>();
        Took best = null;
        Took ours;
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones);
                Scratch scratch = at.scratch("diamonds-load")) {
            // The supplier's own code must be warm for all of them.
            bare(supplier, scratch, stones, 8);
            ours = pawl(supplier, scratch, "home-1", stones);
            at.say("diamonds-load: " + ours);
            for (int threads : THREADS) {
                Took bare = bare(supplier, scratch, stones, threads);
                at.say("diamonds-load: bare client, %d threads: %s".formatted(threads, bare));
                beside.put("bareSeconds" + threads, bare.seconds());
                best = best == null ? bare : best.better(bare);
            }
            ours = ours.better(pawl(supplier, scratch, "home-2", stones));
            at.say("diamonds-load: " + ours);
        }
        if (best == null) throw new IllegalStateException("no bare client was measured");
        double ratio = ours.seconds() / best.seconds();
        beside.put("seconds", ours.seconds());
        beside.put("cpuSeconds", ours.cpuSeconds());
        beside.put("bareCpuSeconds", best.cpuSeconds());
        beside.put("stones", stones);
        beside.put("stonesPerSecond", stones / ours.seconds());
        String what = "a full run on SQLite to Completed: time beside the best bare client's";
        return new Result(name(), what, ratio, "x", BAR, ratio <= RATIO_MAX, beside);
    }

    private static Took pawl(SimulatedSupplier supplier, Scratch scratch, String name, int stones)
            throws Exception {
        String home = scratch.resolve(name).toString();
        try (LoadProcess pawl = LoadProcess.start(LoadChild.Mode.SQLITE, supplier, home)) {
            return pawl.load(stones);
        }
    }

    private static Took bare(SimulatedSupplier supplier, Scratch scratch, int stones, int threads)
            throws Exception {
        String name = "bare-%d-%d.db".formatted(threads, System.nanoTime());
        String file = scratch.resolve(name).toString();
        try (LoadProcess bare =
                LoadProcess.start(
                        LoadChild.Mode.BARE_SQLITE, supplier, file, Integer.toString(threads))) {
            return bare.load(stones);
        }
    }
}
