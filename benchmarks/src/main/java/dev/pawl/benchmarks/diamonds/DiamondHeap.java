package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The heap of a process that loads the whole stock.
final class DiamondHeap implements Row {
    private static final double MEBIBYTES_MAX = 256;
    private static final List<String> OPTIONS = List.of("-Xmx192m");
    private static final String BAR = "at most 256 MiB while loading";

    @Override
    public String name() {
        return "diamonds-heap";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = DiamondLoad.stones(at);
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones);
                Scratch scratch = at.scratch("diamonds-heap");
                LoadProcess load =
                        LoadProcess.sqlite(OPTIONS, supplier, scratch.resolve("home").toString())) {
            double seconds = load.load(stones).seconds();
            double most = load.mebibytes();
            Map<String, Object> beside = new LinkedHashMap<>();
            beside.put("seconds", seconds);
            beside.put("stones", stones);
            String what = "the peaks of all heap pools during a full run, with " + OPTIONS;
            return new Result(name(), what, most, "MiB", BAR, most <= MEBIBYTES_MAX, beside);
        }
    }
}
