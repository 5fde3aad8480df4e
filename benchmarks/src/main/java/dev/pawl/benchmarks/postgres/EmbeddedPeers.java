package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// Pawl beside Pekko persistence on LevelDB, the closest peer that needs no server: each in a
/// process and a directory of its own, alternately.
public final class EmbeddedPeers implements Row {
    private static final double TIMES_MIN = 20;
    private static final String BAR = "at least 20 × Pekko persistence on LevelDB with fsync";
    private static final Duration TIME_MAX = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "embedded-peers";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int rounds = at.scale().of(3, 1, 1);
        int atOnce = at.scale().of(1_024, 256, 8);
        List<Figures> pawl = new ArrayList<>();
        List<Figures> pekko = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            pawl.add(measure(at, PeerChild.PAWL_FILE, atOnce));
            pekko.add(measure(at, PeerChild.PEKKO_LEVELDB, atOnce));
            at.say(
                    "embedded-peers, round %d of %d: Pawl %,.0f steps/s, Pekko %,.0f steps/s"
                            .formatted(
                                    round,
                                    rounds,
                                    pawl.getLast().perSecond(),
                                    pekko.getLast().perSecond()));
        }
        return result(atOnce, pawl, pekko);
    }

    private static Figures measure(BenchContext at, String name, int atOnce) throws Exception {
        try (Scratch scratch = at.scratch("embedded")) {
            List<String> arguments =
                    List.of(
                            name,
                            scratch.resolve("data").toString(),
                            Integer.toString(atOnce),
                            Integer.toString(at.scale().of(200, 50, 5)),
                            Integer.toString(at.scale().of(8_000, 2_000, 500)),
                            Integer.toString(at.scale().of(8_000, 2_000, 1_500)));
            try (ChildJvm child =
                    ChildJvm.start(PeerFigures.OPTIONS, PeerChild.class, arguments, TIME_MAX)) {
                Map<String, Double> all = child.all();
                return new Figures(
                        all.getOrDefault(PeerChild.STEPS_PER_SECOND, 0.0),
                        all.getOrDefault(PeerChild.ALONE, 0.0),
                        all.getOrDefault(PeerChild.CPU, 0.0));
            }
        }
    }

    private Result result(int atOnce, List<Figures> pawl, List<Figures> pekko) {
        double ours = median(pawl, Figures::perSecond);
        double theirs = median(pekko, Figures::perSecond);
        if (theirs == 0) throw new IllegalStateException("no run of Pekko's ended in time");
        double times = ours / theirs;
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("pekko", theirs);
        beside.put("timesPekko", times);
        beside.put("aloneMillis", median(pawl, Figures::aloneMillis));
        beside.put("pekkoAloneMillis", median(pekko, Figures::aloneMillis));
        beside.put("cpuMicrosPerStep", median(pawl, Figures::cpuMicros));
        beside.put("pekkoCpuMicrosPerStep", median(pekko, Figures::cpuMicros));
        beside.put("runsAtOnce", atOnce);
        beside.put("rounds", pawl.size());
        String what =
                "5-step machine, %,d runs at once, beside Pekko persistence on LevelDB; median"
                        .formatted(atOnce);
        return new Result(name(), what, ours, "steps/s", BAR, times >= TIMES_MIN, beside);
    }

    private static double median(List<Figures> all, ToDoubleFunction<Figures> of) {
        return new Samples(all.stream().map(of::applyAsDouble).toList()).median();
    }

    private record Figures(double perSecond, double aloneMillis, double cpuMicros) {}
}
