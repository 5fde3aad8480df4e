package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/// A process with many runs in the same step: `HOME PHASE RUNS`. In the first phase the step never
/// ends, in the second it does.
final class RecoveryChild {
    private static final int STARTERS = 1_024;
    private static final int REPORT_EVERY = 20_000;
    private static final int MINUTES_MAX = 5;

    private final int runs;
    private final CountDownLatch held;
    private final CountDownLatch completed;
    private final AtomicIntegerArray effects;
    private final AtomicLong first = new AtomicLong();

    private RecoveryChild(int runs) {
        this.runs = runs;
        this.held = new CountDownLatch(runs);
        this.completed = new CountDownLatch(runs);
        this.effects = new AtomicIntegerArray(runs);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Path home = Path.of(arguments[0]);
        RecoveryChild child = new RecoveryChild(Integer.parseInt(arguments[2]));
        switch (Phase.valueOf(arguments[1])) {
            case FIRST -> child.hold(home);
            case SECOND -> child.recover(home);
        }
    }

    private void hold(Path home) throws InterruptedException {
        var machine = machine(this::hold);
        try (Engine engine = Engine.open(SqliteStore.open(home), machine)) {
            AtomicInteger next = new AtomicInteger();
            List<Thread> starters = new ArrayList<>();
            for (int i = 0; i < Math.min(STARTERS, runs); i++) {
                starters.add(Thread.startVirtualThread(() -> start(engine, machine, next)));
            }
            for (Thread starter : starters) starter.join();
            await(held, "started");
            ChildJvm.report("held", runs);
            // Only the end of the process ends this wait.
            await(completed, "completed");
        }
    }

    private void start(Engine engine, Machine<Task, Task> machine, AtomicInteger next) {
        for (int i = next.getAndIncrement(); i < runs; i = next.getAndIncrement()) {
            var _ = engine.start(machine.start(new Task(i)));
            if (i > 0 && i % REPORT_EVERY == 0) {
                System.err.println("bench: recovery: %,d started".formatted(i));
            }
        }
    }

    private void recover(Path home) throws InterruptedException {
        long start = System.nanoTime();
        try (Engine _ =
                Engine.open(
                        SqliteStore.open(home),
                        options ->
                                options.machines(machine(this::proceed)).listener(this::onEvent))) {
            long ready = System.nanoTime();
            ChildJvm.report("open", (ready - start) / 1e9);
            await(completed, "completed");
            ChildJvm.report("all", (System.nanoTime() - ready) / 1e9);
            // The first step may start before opening has returned.
            ChildJvm.report("first", Math.max(0, first.get() - ready) / 1e9);
            int resumed = 0;
            for (int i = 0; i < runs; i++) if (effects.get(i) > 0) resumed++;
            ChildJvm.report("resumed", resumed);
        }
    }

    private static Machine<Task, Task> machine(Body<Task, Task> body) {
        return Machine.named("held", Task.class, Task.class)
                .step("hold", body)
                .step("finish", attempt -> attempt.next(attempt.request()))
                .build();
    }

    private Outcome<Task> hold(Attempt<Task, Task> attempt) throws InterruptedException {
        held.countDown();
        completed.await();
        return attempt.next();
    }

    private Outcome<Task> proceed(Attempt<Task, Task> attempt) {
        first.compareAndSet(0, System.nanoTime());
        if (attempt.replay() == Attempt.Replay.CRASH) {
            effects.incrementAndGet(attempt.request().number());
        }
        return attempt.next();
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.RunChanged changed
                && changed.after().status() == RunStatus.COMPLETED) {
            completed.countDown();
        }
    }

    private static void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(MINUTES_MAX, TimeUnit.MINUTES)) {
            throw new IllegalStateException(
                    "%d runs have not %s in time".formatted(latch.getCount(), what));
        }
    }

    /// Which of the two processes this is.
    enum Phase {
        FIRST,
        SECOND
    }

    record Task(int number) {}
}
