package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.load.JournalSize;
import dev.pawl.benchmarks.load.RawLog;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.benchmarks.load.Transition;
import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long one run takes when nothing else runs, compared with five syncs of the same bytes.
final class SingleRun implements Row {
    private static final double TIMES_MAX = 1.35;
    private static final String BAR = "p50 at most 1.35 × 5 fsyncs";

    /// This many runs and then as many times five syncs, alternately: both see the same disk.
    private static final int BLOCK = 10;

    @Override
    public String name() {
        return "alone";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int blocks = at.scale().of(100, 20, 2);
        int warmUp = at.scale().of(50, 10, 1);
        int entryBytes = JournalSize.perStep(at);
        List<Double> runs = new ArrayList<>();
        List<Double> syncs = new ArrayList<>();
        at.say("alone: %d runs, one after the other".formatted((warmUp + blocks) * BLOCK));
        try (Scratch scratch = at.scratch("alone");
                RawLog log = RawLog.open(scratch.resolve("raw.log"), entryBytes);
                Engine engine =
                        Engine.open(
                                SqliteStore.open(scratch.resolve("store")), FiveSteps.MACHINE)) {
            for (int block = 0; block < warmUp + blocks; block++) {
                if (block == warmUp) {
                    runs.clear();
                    syncs.clear();
                }
                for (int i = 0; i < BLOCK; i++) runs.add(run(engine));
                for (int i = 0; i < BLOCK; i++) syncs.add(sync(log, i));
            }
        }
        return result(new Samples(runs), new Samples(syncs), entryBytes);
    }

    private Result result(Samples runs, Samples syncs, int entryBytes) {
        double times = runs.median() / syncs.median();
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("p90", runs.quantile(0.9));
        beside.put("best", runs.least());
        beside.put("fiveSyncs", syncs.median());
        beside.put("fiveSyncsP90", syncs.quantile(0.9));
        beside.put("fiveSyncsBest", syncs.least());
        beside.put("syncBytes", entryBytes);
        beside.put("timesFiveSyncs", times);
        beside.put("runs", runs.count());
        String what = "one 5-step run at a time, from start to end; p50";
        return new Result(name(), what, runs.median(), "ms", BAR, times <= TIMES_MAX, beside);
    }

    private static double run(Engine engine) throws InterruptedException {
        long start = System.nanoTime();
        FiveSteps.run(engine);
        return (System.nanoTime() - start) / 1e6;
    }

    private static double sync(RawLog log, long run) throws IOException {
        long start = System.nanoTime();
        for (int step = 0; step < FiveSteps.STEPS; step++) {
            log.write(List.of(new Transition(run, step)));
        }
        return (System.nanoTime() - start) / 1e6;
    }
}
