package dev.pawl.benchmarks;

import dev.pawl.benchmarks.load.Threads;
import dev.pawl.benchmarks.load.Usage;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Runs that wait for events and add them up, one step for each, and senders that keep them busy.
///
/// A sender whose event was refused because the inbox is full sends it again after a moment, so
/// that no more is sent than consumed.
final class EventLoad {
    static final Machine<Counting, Total> MACHINE =
            Machine.named("counting", Counting.class, Total.class)
                    .await("open", w -> w.on(Amount.class, "add").on(Stop.class, "close"))
                    .step("add", EventLoad::add, s -> s.loopsTo("open"))
                    .step("close", attempt -> attempt.next(total(attempt)))
                    .build();

    private static final Duration TIME_MAX = Duration.ofMinutes(2);
    private static final Duration FULL_PAUSE = Duration.ofMillis(50);

    private final Engine engine;
    private final List<RunId> runs = new ArrayList<>();
    private final LongAdder sent = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;

    EventLoad(Engine engine, int count) {
        this.engine = engine;
        for (int i = 0; i < count; i++) {
            runs.add(engine.start(MACHINE.start(new Counting("events of " + i))));
        }
    }

    /// Sends for this time, after a third of it to warm up, and waits until every event is
    /// consumed; throws unless each event was counted once.
    Figures measure(int senders, Duration time) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            RunId to = runs.get(i % runs.size());
            threads.add(Thread.startVirtualThread(() -> send(to)));
        }
        Thread.sleep(time.dividedBy(3));
        Usage before = Usage.now();
        long sentBefore = sent.sum();
        long refusedBefore = refused.sum();
        Thread.sleep(time);
        long events = sent.sum() - sentBefore;
        long full = refused.sum() - refusedBefore;
        Usage used = Usage.now().since(before);
        stopped = true;
        Threads.joinAll(threads);
        Exception found = failure.get();
        if (found != null) throw new IllegalStateException("a sender failed", found);
        requireCounted();
        return new Figures(
                events / used.seconds(),
                used.cpu() / 1e3 / Math.max(1, events),
                (double) full / Math.max(1, events));
    }

    private void send(RunId to) {
        try {
            while (!stopped) {
                try {
                    engine.send(to, new Amount(1, "a note of about forty characters of text"));
                    sent.increment();
                } catch (Refused.TooLarge _) {
                    refused.increment();
                    Thread.sleep(FULL_PAUSE);
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            failure.set(e);
        }
    }

    private void requireCounted() throws InterruptedException {
        long counted = 0;
        for (RunId run : runs) {
            stop(run);
            counted += engine.await(MACHINE, run, TIME_MAX).amount();
        }
        if (counted != sent.sum()) {
            throw new IllegalStateException(
                    "expected %d events to be counted, found %d".formatted(sent.sum(), counted));
        }
    }

    private void stop(RunId run) throws InterruptedException {
        while (true) {
            try {
                engine.send(run, new Stop());
                return;
            } catch (Refused.TooLarge _) {
                Thread.sleep(FULL_PAUSE);
            }
        }
    }

    private static Outcome<Total> add(Attempt<Counting, Total> attempt) {
        long more = attempt.event(Amount.class).orElseThrow().amount();
        return attempt.goTo("open", new Total(total(attempt).amount() + more));
    }

    private static Total total(Attempt<Counting, Total> attempt) {
        return attempt.response().orElse(new Total(0));
    }

    record Counting(String what) {}

    record Total(long amount) {}

    record Amount(long amount, String note) {}

    record Stop() {}

    /// Accepted events per second, what one costs the process, and how often an event was refused
    /// because of a full inbox before it was accepted.
    record Figures(double perSecond, double cpuMicros, double refusedPerEvent) {}
}
