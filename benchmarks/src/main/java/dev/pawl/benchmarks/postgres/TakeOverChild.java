package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.load.Threads;
import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.store.PostgresStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One of two nodes: `URL PART RUNS`. The first holds runs in a step that never ends; the second
/// resumes them when the first is killed.
final class TakeOverChild {
    static final String HELD = "held";
    static final String READY = "ready";
    static final String FIRST = "first";
    static final String LAST = "last";

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration BEAT = Duration.ofSeconds(3);
    private static final int STARTERS = 256;

    private final Part part;
    private final int runs;
    private final CountDownLatch started;
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicReference<@Nullable Instant> first = new AtomicReference<>();

    private TakeOverChild(Part part, int runs) {
        this.part = part;
        this.runs = runs;
        this.started = new CountDownLatch(runs);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Part part = Part.valueOf(arguments[1]);
        new TakeOverChild(part, Integer.parseInt(arguments[2])).work(arguments[0]);
    }

    private void work(String url) throws InterruptedException {
        Machine<Integer, Integer> machine =
                Machine.named("held", Integer.class, Integer.class)
                        .step("hold", this::hold)
                        .build();
        String name = part.name().toLowerCase(Locale.ROOT);
        try (Engine engine =
                Engine.open(
                        PostgresStore.open(url),
                        options -> options.machines(machine).node(name).lease(LEASE, BEAT))) {
            if (part == Part.HOLDS) {
                start(engine, machine);
                started.await();
                ChildJvm.report(HELD, runs);
                never.await();
            } else {
                ChildJvm.report(READY, 1);
                started.await();
                Instant last = Instant.now();
                Instant one = first.get();
                ChildJvm.report(FIRST, seconds(one == null ? last : one));
                ChildJvm.report(LAST, seconds(last));
            }
        }
    }

    private void start(Engine engine, Machine<Integer, Integer> machine) {
        AtomicInteger next = new AtomicInteger();
        List<Thread> starters = new ArrayList<>();
        for (int i = 0; i < STARTERS; i++) {
            starters.add(
                    Thread.startVirtualThread(() -> {
                        for (int n = next.getAndIncrement(); n < runs; n = next.getAndIncrement()) {
                            var _ = engine.start(machine.start(n));
                        }
                    }));
        }
        Threads.joinAll(starters);
    }

    private Outcome<Integer> hold(Attempt<Integer, Integer> attempt) throws InterruptedException {
        first.compareAndSet(null, Instant.now());
        started.countDown();
        if (part == Part.HOLDS) never.await();
        return attempt.next(attempt.request());
    }

    private static double seconds(Instant time) {
        return time.toEpochMilli() / 1e3;
    }

    /// Which of the two nodes this is.
    enum Part {
        HOLDS,
        TAKES_OVER
    }
}
