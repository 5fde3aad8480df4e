package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Events that many senders send to one run, and to a thousand: each is durable before the send
/// returns, and each is consumed by a step of its own.
final class Events implements Row {
    private static final double ONE_MIN = 5_000;
    private static final double MANY_MIN = 50_000;
    private static final Duration TINY = Duration.ofMillis(200);
    private static final String BAR = "5,000 events/s to one run, 50,000 events/s to 1,000 runs";

    @Override
    public String name() {
        return "events";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int rounds = at.scale().of(3, 1, 1);
        int senders = at.scale().of(256, 256, 8);
        int many = at.scale().of(1_000, 1_000, 10);
        List<EventLoad.Figures> toOne = new ArrayList<>();
        List<EventLoad.Figures> toMany = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            EventLoad.Figures one = measure(at, 1, senders);
            EventLoad.Figures all = measure(at, many, many);
            String label = round == 0 ? "warm-up" : "round %d of %d".formatted(round, rounds);
            at.say(
                    "events, %s: %,.0f events/s to 1 run, %,.0f events/s to %,d"
                            .formatted(label, one.perSecond(), all.perSecond(), many));
            if (round == 0) continue;
            toOne.add(one);
            toMany.add(all);
        }
        return result(senders, many, toOne, toMany);
    }

    private static EventLoad.Figures measure(BenchContext at, int runs, int senders)
            throws Exception {
        Duration time = at.scale().of(Duration.ofSeconds(6), Duration.ofSeconds(2), TINY);
        try (Scratch scratch = at.scratch("events");
                Engine engine =
                        Engine.open(
                                SqliteStore.open(scratch.resolve("store")), EventLoad.MACHINE)) {
            return new EventLoad(engine, runs).measure(senders, time);
        }
    }

    private Result result(
            int senders, int many, List<EventLoad.Figures> toOne, List<EventLoad.Figures> toMany) {
        double one = median(toOne, true);
        double all = median(toMany, true);
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("toManyRuns", all);
        beside.put("runs", many);
        beside.put("cpuMicrosPerEvent", median(toOne, false));
        beside.put("cpuMicrosPerEventToMany", median(toMany, false));
        beside.put("inboxFullPerEvent", refused(toOne));
        beside.put("senders", senders);
        beside.put("rounds", toOne.size());
        String what =
                "events of %,d senders to one run, sent durably and consumed".formatted(senders);
        return new Result(
                name(), what, one, "events/s", BAR, one >= ONE_MIN && all >= MANY_MIN, beside);
    }

    private static double median(List<EventLoad.Figures> all, boolean speed) {
        return new Samples(all.stream().map(f -> speed ? f.perSecond() : f.cpuMicros()).toList())
                .median();
    }

    private static double refused(List<EventLoad.Figures> all) {
        return new Samples(all.stream().map(EventLoad.Figures::refusedPerEvent).toList()).median();
    }
}
