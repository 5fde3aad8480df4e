package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Load;
import dev.pawl.benchmarks.load.PawlLoad;
import dev.pawl.benchmarks.load.Speed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a step costs when many other runs are stored, compared with few.
final class StoredRuns implements Row {
    private static final double TIMES_MAX = 1.3;
    private static final String BAR = "at most 1.3 ×, in time and on the processor";

    @Override
    public String name() {
        return "stored";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int many = at.scale().of(MillionRuns.RUNS, MillionRuns.QUICK_RUNS, MillionRuns.TINY_RUNS);
        int few = at.scale().of(10_000, 10_000, 50);
        int rounds = at.scale().of(3, 2, 1);
        Path fewHome = WaitingRuns.home(at, few);
        Path manyHome = WaitingRuns.home(at, many);
        List<Speed> withMany = new ArrayList<>();
        List<Speed> withFew = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            Speed small = measure(at, fewHome);
            Speed large = measure(at, manyHome);
            at.say(
                    "stored, %s: %,.0f steps/s beside %,d runs, %,.0f beside %,d"
                            .formatted(
                                    round == 0 ? "warm-up" : "round " + round,
                                    small.perSecond(),
                                    few,
                                    large.perSecond(),
                                    many));
            if (round == 0) continue;
            withFew.add(small);
            withMany.add(large);
        }
        return result(withFew, withMany, many, few);
    }

    /// Works on a copy, so that every round starts with the same store.
    private static Speed measure(BenchContext at, Path full) throws Exception {
        int atOnce = at.scale().of(1_024, 1_024, 16);
        Duration warmUp = at.scale().of(ofMillis(2_000), ofMillis(500), ofMillis(50));
        Duration time = at.scale().of(ofMillis(6_000), ofMillis(1_500), ofMillis(200));
        try (Scratch scratch = at.scratch("stored")) {
            Path home = scratch.resolve("store");
            WaitingRuns.copy(full, home);
            try (Load load = PawlLoad.open(home, atOnce, o -> o.machines(WaitingRuns.MACHINE))) {
                return load.measure(warmUp, time);
            }
        }
    }

    private Result result(List<Speed> withFew, List<Speed> withMany, int many, int few) {
        Map<String, Object> beside = new LinkedHashMap<>();
        double wallFew = Speed.each(withFew, Speed::wallMicros).median();
        double wallMany = Speed.each(withMany, Speed::wallMicros).median();
        double cpuFew = Speed.each(withFew, Speed::cpuMicros).median();
        double cpuMany = Speed.each(withMany, Speed::cpuMicros).median();
        beside.put("wallMicrosFew", wallFew);
        beside.put("wallMicrosMany", wallMany);
        beside.put("wallTimes", wallMany / wallFew);
        beside.put("cpuMicrosFew", cpuFew);
        beside.put("cpuMicrosMany", cpuMany);
        beside.put("cpuTimes", cpuMany / cpuFew);
        beside.put("rounds", withFew.size());
        double value = Math.max(wallMany / wallFew, cpuMany / cpuFew);
        String what =
                "cost per step beside %,d stored runs against %,d; the larger of time and processor"
                        .formatted(many, few);
        return new Result(name(), what, value, "×", BAR, value <= TIMES_MAX, beside);
    }

    private static Duration ofMillis(long millis) {
        return Duration.ofMillis(millis);
    }
}
