package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How soon runs resume after the process that executed them was killed.
final class Recovery implements Row {
    private static final double FIRST_MAX = 2;
    private static final String BAR = "all complete, the first resumed step within 2 s of ready";
    private static final Duration TIME_MAX = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "recovery";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int runs = at.scale().of(100_000, 10_000, 50);
        try (Scratch scratch = at.scratch("recovery")) {
            Path home = scratch.resolve("store");
            at.say("recovery: a process takes %,d runs into a step, and is killed".formatted(runs));
            try (ChildJvm child = child(home, RecoveryChild.Phase.FIRST, runs)) {
                double held = child.await("held");
                if (held != runs) throw new IllegalStateException("held only " + held);
                child.kill();
            }
            at.say("recovery: another process recovers them");
            Map<String, Double> reported;
            try (ChildJvm child = child(home, RecoveryChild.Phase.SECOND, runs)) {
                reported = child.all();
            }
            return result(reported, runs, completed(home));
        }
    }

    private static ChildJvm child(Path home, RecoveryChild.Phase phase, int runs) throws Exception {
        List<String> arguments = List.of(home.toString(), phase.name(), String.valueOf(runs));
        return ChildJvm.start(List.of(), RecoveryChild.class, arguments, TIME_MAX);
    }

    private static long completed(Path home) {
        try (Store store = SqliteStore.openReadOnly(home)) {
            return store.count(Filter.ALL.status(RunStatus.COMPLETED));
        }
    }

    private Result result(Map<String, Double> reported, int runs, long completed) {
        double first = reported.getOrDefault("first", Double.MAX_VALUE);
        double resumed = reported.getOrDefault("resumed", 0.0);
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("runs", runs);
        beside.put("resumedInTheirStep", Math.round(resumed));
        beside.put("completed", completed);
        beside.put("openSeconds", reported.getOrDefault("open", Double.MAX_VALUE));
        beside.put("readyToAllCompleteSeconds", reported.getOrDefault("all", Double.MAX_VALUE));
        boolean met = completed == runs && resumed == runs && first <= FIRST_MAX;
        String what =
                "%,d runs in a step, SIGKILL, restart; ready to the first resumed step"
                        .formatted(runs);
        return new Result(name(), what, first, "s", BAR, met, beside);
    }
}
