package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.load.Samples;
import dev.pawl.benchmarks.load.Threads;
import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Children of one run, started, executed and joined, beside the same number of runs without a
/// parent.
final class FanOut implements Row {
    private static final double TIMES_MAX = 1.5;
    private static final String BAR = "at most 1.5 × the time of as many independent runs";
    private static final Duration TIME_MAX = Duration.ofMinutes(3);

    private static final Machine<Parts, Joined> MACHINE =
            Machine.named("fan-out", Parts.class, Joined.class)
                    .step("split", FanOut::split)
                    .await("join", w -> w.children(Join.all(), "count"))
                    .step("count", attempt -> attempt.next(new Joined(attempt.request().count())))
                    .build();

    @Override
    public String name() {
        return "fan-out";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int rounds = at.scale().of(5, 2, 1);
        int count = at.scale().of(10_000, 10_000, 50);
        int callers = at.scale().of(1_024, 1_024, 8);
        List<Double> children = new ArrayList<>();
        List<Double> independent = new ArrayList<>();
        try (Scratch scratch = at.scratch("fan-out");
                Engine engine =
                        Engine.open(
                                SqliteStore.open(scratch.resolve("store")),
                                MACHINE,
                                FiveSteps.MACHINE)) {
            for (int round = 0; round <= rounds; round++) {
                double alone = independent(engine, count, callers);
                double joined = children(engine, count);
                String label = round == 0 ? "warm-up" : "round %d of %d".formatted(round, rounds);
                at.say(
                        "fan-out, %s: %,d children in %.2f s, as many independent runs in %.2f s"
                                .formatted(label, count, joined, alone));
                if (round == 0) continue;
                children.add(joined);
                independent.add(alone);
            }
        }
        return result(count, new Samples(children), new Samples(independent));
    }

    private Result result(int count, Samples children, Samples independent) {
        double times = children.median() / independent.median();
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("seconds", children.median());
        beside.put("best", children.least());
        beside.put("independentSeconds", independent.median());
        beside.put("independentBest", independent.least());
        beside.put("children", count);
        beside.put("rounds", children.count());
        String what =
                "%,d children of one run, started, executed and joined, against as many runs"
                        .formatted(count);
        return new Result(name(), what, times, "×", BAR, times <= TIMES_MAX, beside);
    }

    private static double children(Engine engine, int count) throws InterruptedException {
        long start = System.nanoTime();
        RunId parent = engine.start(MACHINE.start(new Parts(count)));
        Joined joined = engine.await(MACHINE, parent, TIME_MAX);
        double seconds = (System.nanoTime() - start) / 1e9;
        int ended = engine.run(parent).data().family().succeeded();
        if (joined.count() != count || ended != count) {
            throw new IllegalStateException(
                    "expected %d children that completed, found %d".formatted(count, ended));
        }
        return seconds;
    }

    private static double independent(Engine engine, int count, int callers) {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < callers; i++) {
            threads.add(
                    Thread.startVirtualThread(() -> {
                        try {
                            while (next.getAndIncrement() < count) FiveSteps.run(engine);
                        } catch (InterruptedException | RuntimeException e) {
                            failure.set(e);
                        }
                    }));
        }
        Threads.joinAll(threads);
        double seconds = (System.nanoTime() - start) / 1e9;
        Exception found = failure.get();
        if (found != null) throw new IllegalStateException("a run failed", found);
        return seconds;
    }

    private static Outcome<Joined> split(Attempt<Parts, Joined> attempt) {
        Start<?>[] children = new Start<?>[attempt.request().count()];
        for (int i = 0; i < children.length; i++) {
            children[i] = FiveSteps.MACHINE.start(FiveSteps.REQUEST);
        }
        return attempt.next().starting(children);
    }

    private record Parts(int count) {}

    private record Joined(int count) {}
}
