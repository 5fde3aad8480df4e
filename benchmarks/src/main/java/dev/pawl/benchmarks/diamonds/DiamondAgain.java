package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;

/// An incremental run after one stone in a hundred has changed.
final class DiamondAgain implements Row {
    private static final double SHARE_MAX = 0.04;
    private static final int CHANGED_SHARE = 100;
    private static final String BAR =
            "at most 0.04 x the full run's time, and no unchanged row written";

    @Override
    public String name() {
        return "diamonds-again";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = DiamondLoad.stones(at);
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones);
                Scratch scratch = at.scratch("diamonds-again");
                DiamondsSystem system =
                        DiamondsSystem.open(scratch.resolve("home"), supplier.url())) {
            long startedAt = System.nanoTime();
            system.full();
            double full = seconds(startedAt);
            at.say("diamonds-again: full run %.1f s".formatted(full));
            long changed = supplier.move(stones / CHANGED_SHARE);
            startedAt = System.nanoTime();
            RunResult result = system.incremental();
            double again = seconds(startedAt);
            RunReport report = result.report();
            long written =
                    system.count("diamond_stones where updated_run = '%s'".formatted(result.run()));
            long unchanged = written - report.inserted() - report.updated();
            long queued =
                    system.sum(
                            "queued_count",
                            "diamond_pages where run_id = '%s'".formatted(result.run()));
            Map<String, Object> beside = new LinkedHashMap<>();
            beside.put("seconds", again);
            beside.put("fullSeconds", full);
            beside.put("changedAtTheSupplier", changed);
            beside.put("rowsWritten", written);
            beside.put("payloadsWritten", queued);
            beside.put("unchangedRowsWritten", unchanged);
            beside.put("stones", stones);
            double share = again / full;
            boolean met = share <= SHARE_MAX && unchanged == 0 && queued == changed;
            String what = "an incremental run after 1 % has changed: time beside the full run's";
            return new Result(name(), what, share, "x", BAR, met, beside);
        }
    }

    private static double seconds(long startedAt) {
        return (System.nanoTime() - startedAt) / 1e9;
    }
}
