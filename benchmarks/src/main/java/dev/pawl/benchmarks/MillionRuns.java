package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.load.Usage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a million waiting runs cost an engine that has nothing to do.
final class MillionRuns implements Row {
    static final int RUNS = 1_000_000;
    static final int QUICK_RUNS = 100_000;
    static final int TINY_RUNS = 500;

    private static final double OPEN_MAX = 5;
    private static final double HEAP_MAX = 256;
    private static final double IDLE_MAX = 0.5;
    private static final String BAR =
            "at most 5 s to ready, 256 MiB of heap, under 0.5 % of a core when idle";
    private static final double MEBIBYTE = 1 << 20;
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    @Override
    public String name() {
        return "million";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int runs = at.scale().of(RUNS, QUICK_RUNS, TINY_RUNS);
        int idleMillis = at.scale().of(10_000, 10_000, 200);
        int settleMillis = at.scale().of(5_000, 3_000, 100);
        Path home = WaitingRuns.home(at, runs);
        at.say("million: a process opens %,d runs and idles".formatted(runs));
        Map<String, Double> reported;
        List<String> arguments =
                List.of(home.toString(), String.valueOf(settleMillis), String.valueOf(idleMillis));
        List<String> options = List.of("-Xmx256m");
        try (ChildJvm child =
                ChildJvm.start(options, MillionRunsChild.class, arguments, TIME_MAX)) {
            reported = child.all();
        }
        double open = reported.getOrDefault("open", Double.MAX_VALUE);
        double heap = reported.getOrDefault("heap", Double.MAX_VALUE) / MEBIBYTE;
        double idle = reported.getOrDefault("idle", Double.MAX_VALUE) * 100;
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("heapMebibytes", heap);
        beside.put("idlePercentOfCore", idle);
        beside.put("idlePercentResolution", Usage.TICK_NANOS / (idleMillis * 1e6) * 100);
        beside.put("recoveredSeconds", reported.getOrDefault("recovered", Double.MAX_VALUE));
        beside.put("runs", runs);
        beside.put("fileMebibytes", Files.size(home.resolve("pawl.db")) / MEBIBYTE);
        boolean met = open <= OPEN_MAX && heap <= HEAP_MAX && idle < IDLE_MAX;
        String what =
                "%,d waiting runs, opened in a process with -Xmx256m; open to ready"
                        .formatted(runs);
        return new Result(name(), what, open, "s", BAR, met, beside);
    }
}
