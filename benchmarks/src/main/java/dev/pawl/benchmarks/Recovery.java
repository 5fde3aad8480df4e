package dev.pawl.benchmarks;

import dev.pawl.benchmarks.frame.ChildJvm;
import dev.pawl.benchmarks.frame.Result;
import dev.pawl.benchmarks.frame.Row;
import dev.pawl.benchmarks.frame.Scratch;
import dev.pawl.benchmarks.frame.Workplace;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How soon runs go on after the process that had them in its hands was killed.
final class Recovery implements Row {
    private static final double FIRST_MAX = 2;
    private static final String BAR = "all complete, the first resumed step within 2 s of ready";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "recovery";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(Workplace at) throws Exception {
        int runs = at.scale().of(100_000, 10_000, 50);
        try (Scratch scratch = at.scratch("recovery")) {
            Path home = scratch.resolve("store");
            at.say("recovery: a process takes %,d runs into a step, and is killed".formatted(runs));
            try (ChildJvm child = child(home, RecoveryChild.Life.FIRST, runs)) {
                double held = child.await("held");
                if (held != runs) throw new IllegalStateException("held only " + held);
                child.kill();
            }
            at.say("recovery: another process takes them up");
            Map<String, Double> told;
            try (ChildJvm child = child(home, RecoveryChild.Life.SECOND, runs)) {
                told = child.all();
            }
            return result(told, runs, completed(home));
        }
    }

    private static ChildJvm child(Path home, RecoveryChild.Life life, int runs) throws Exception {
        List<String> arguments = List.of(home.toString(), life.name(), String.valueOf(runs));
        return ChildJvm.start(List.of(), RecoveryChild.class, arguments, PATIENCE);
    }

    private static long completed(Path home) {
        try (Store store = SqliteStore.openReadOnly(home)) {
            return store.count(Filter.ALL.status(RunStatus.COMPLETED));
        }
    }

    private Result result(Map<String, Double> told, int runs, long completed) {
        double first = told.getOrDefault("first", Double.MAX_VALUE);
        double resumed = told.getOrDefault("resumed", 0.0);
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("runs", runs);
        beside.put("resumedInTheirStep", Math.round(resumed));
        beside.put("completed", completed);
        beside.put("openSeconds", told.getOrDefault("open", Double.MAX_VALUE));
        beside.put("readyToAllCompleteSeconds", told.getOrDefault("all", Double.MAX_VALUE));
        boolean met = completed == runs && resumed == runs && first <= FIRST_MAX;
        String what =
                "%,d runs in a step, SIGKILL, restart; ready to the first resumed step"
                        .formatted(runs);
        return new Result(name(), what, first, "s", BAR, met, beside);
    }
}
