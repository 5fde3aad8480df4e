package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.JournalSize;
import dev.pawl.benchmarks.load.Load;
import dev.pawl.benchmarks.load.PawlLoad;
import dev.pawl.benchmarks.load.PlainTables;
import dev.pawl.benchmarks.load.RawLog;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.benchmarks.load.Speed;
import dev.pawl.benchmarks.load.YardstickLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Steps per second with many runs at once.
final class Saturated implements Row {
    private static final double PLAIN_TIMES_MIN = 2;
    private static final double CPU_MICROS_MAX = 6;
    private static final String BAR =
            "at least 2 × plain and at most 6 µs of CPU per step; 20 % of raw log is the goal";

    @Override
    public String name() {
        return "saturated";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int atOnce = at.scale().of(1_024, 1_024, 16);
        int rounds = at.scale().of(3, 2, 1);
        Duration warmUp = at.scale().of(ofMillis(2_000), ofMillis(500), ofMillis(50));
        Duration time = at.scale().of(ofMillis(8_000), ofMillis(1_500), ofMillis(200));
        int entryBytes = JournalSize.perStep(at);
        List<Contender> contenders =
                List.of(
                        new Contender("Pawl", place -> pawl(place, atOnce)),
                        new Contender("raw log", place -> rawLog(place, atOnce, entryBytes)),
                        new Contender("plain", place -> plain(place, atOnce)));
        List<List<Speed>> speeds = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round <= rounds; round++) {
            String label = round == 0 ? "warm-up" : "round %d of %d".formatted(round, rounds);
            for (int i = 0; i < contenders.size(); i++) {
                Contender contender = contenders.get(i);
                Speed speed = measure(at, contender, warmUp, time);
                at.say(
                        "saturated, %s: %s %,.0f steps/s"
                                .formatted(label, contender.name(), speed.perSecond()));
                if (round > 0) speeds.get(i).add(speed);
            }
        }
        return result(atOnce, entryBytes, speeds);
    }

    private static Speed measure(
            BenchContext at, Contender contender, Duration warmUp, Duration time) throws Exception {
        try (Scratch scratch = at.scratch("saturated");
                Load load = contender.start().in(scratch)) {
            return load.measure(warmUp, time);
        }
    }

    private Result result(int atOnce, int entryBytes, List<List<Speed>> speeds) {
        Samples pawl = Speed.each(speeds.get(0), Speed::perSecond);
        Samples rawLog = Speed.each(speeds.get(1), Speed::perSecond);
        Samples plain = Speed.each(speeds.get(2), Speed::perSecond);
        double ofRawLog = pawl.median() / rawLog.median();
        double ofPlain = pawl.median() / plain.median();
        double cpu = Speed.each(speeds.get(0), Speed::cpuMicros).median();
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("best", pawl.greatest());
        beside.put("cpuMicrosPerStep", cpu);
        beside.put("rawLog", rawLog.median());
        beside.put("rawLogBest", rawLog.greatest());
        beside.put("rawLogBytesPerStep", entryBytes);
        beside.put("rawLogCpuMicrosPerStep", Speed.each(speeds.get(1), Speed::cpuMicros).median());
        beside.put("partOfRawLog", ofRawLog);
        beside.put("partOfRawLogBest", pawl.greatest() / rawLog.greatest());
        beside.put("plain", plain.median());
        beside.put("plainBest", plain.greatest());
        beside.put("plainCpuMicrosPerStep", Speed.each(speeds.get(2), Speed::cpuMicros).median());
        beside.put("timesPlain", ofPlain);
        beside.put("timesPlainBest", pawl.greatest() / plain.greatest());
        beside.put("runsAtOnce", atOnce);
        beside.put("rounds", speeds.get(0).size());
        boolean met = ofPlain >= PLAIN_TIMES_MIN && cpu <= CPU_MICROS_MAX;
        String what =
                "5-step machine, %,d runs at once, each step durable before the next; median"
                        .formatted(atOnce);
        return new Result(name(), what, pawl.median(), "steps/s", BAR, met, beside);
    }

    private static Load pawl(Scratch scratch, int atOnce) {
        return PawlLoad.open(scratch.resolve("store"), atOnce);
    }

    private static Load rawLog(Scratch scratch, int atOnce, int entryBytes) throws Exception {
        return YardstickLoad.open(RawLog.open(scratch.resolve("raw.log"), entryBytes), atOnce);
    }

    private static Load plain(Scratch scratch, int atOnce) throws Exception {
        return YardstickLoad.open(PlainTables.open(scratch.resolve("plain.db")), atOnce);
    }

    private static Duration ofMillis(long millis) {
        return Duration.ofMillis(millis);
    }

    private record Contender(String name, Opening start) {}

    /// Starts a load in a directory.
    @FunctionalInterface
    private interface Opening {
        Load in(Scratch scratch) throws Exception;
    }
}
