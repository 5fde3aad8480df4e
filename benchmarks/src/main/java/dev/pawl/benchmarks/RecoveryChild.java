package dev.pawl.benchmarks;

import dev.pawl.benchmarks.frame.ChildJvm;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
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

/// A process with many runs in the same step: `HOME LIFE RUNS`. In its first life the step never
/// ends, in its second it does.
final class RecoveryChild {
    private static final int STARTERS = 1_024;
    private static final int TELL_EVERY = 20_000;
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
        switch (Life.valueOf(arguments[1])) {
            case FIRST -> child.live(home);
            case SECOND -> child.liveAgain(home);
        }
    }

    private void live(Path home) throws InterruptedException {
        var machine = machine(this::hold);
        try (Engine engine = Engine.open(SqliteStore.open(home), machine)) {
            AtomicInteger next = new AtomicInteger();
            List<Thread> starters = new ArrayList<>();
            for (int i = 0; i < Math.min(STARTERS, runs); i++) {
                starters.add(Thread.startVirtualThread(() -> start(engine, machine, next)));
            }
            for (Thread starter : starters) starter.join();
            await(held, "began");
            ChildJvm.answer("held", runs);
            // Nothing ends this wait but the death of the process.
            await(completed, "completed");
        }
    }

    private void start(Engine engine, Machine<Task, Task> machine, AtomicInteger next) {
        for (int i = next.getAndIncrement(); i < runs; i = next.getAndIncrement()) {
            var _ = engine.start(machine.start(new Task(i)));
            if (i > 0 && i % TELL_EVERY == 0) {
                System.err.println("bench: recovery: %,d started".formatted(i));
            }
        }
    }

    private void liveAgain(Path home) throws InterruptedException {
        long start = System.nanoTime();
        try (Engine _ =
                Engine.open(
                        SqliteStore.open(home),
                        options -> options.machines(machine(this::goOn)).listener(this::heard))) {
            long ready = System.nanoTime();
            ChildJvm.answer("open", (ready - start) / 1e9);
            await(completed, "completed");
            ChildJvm.answer("all", (System.nanoTime() - ready) / 1e9);
            // The first step may well begin before opening has returned.
            ChildJvm.answer("first", Math.max(0, first.get() - ready) / 1e9);
            int resumed = 0;
            for (int i = 0; i < runs; i++) if (effects.get(i) > 0) resumed++;
            ChildJvm.answer("resumed", resumed);
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

    private Outcome<Task> goOn(Attempt<Task, Task> attempt) {
        first.compareAndSet(0, System.nanoTime());
        if (attempt.replay() == Attempt.Replay.CRASH) {
            effects.incrementAndGet(attempt.request().number());
        }
        return attempt.next();
    }

    private void heard(Happening happening) {
        if (happening instanceof Happening.RunChanged changed
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

    /// Which process of the two it is.
    enum Life {
        FIRST,
        SECOND
    }

    record Task(int number) {}
}
