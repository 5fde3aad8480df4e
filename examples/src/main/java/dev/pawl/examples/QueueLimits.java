package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A queue limits how many of its runs execute at once, in total and per key, and how fast they
/// start.
final class QueueLimits {
    record Task(String name) {}

    record Done(String name) {}

    static final QueueSettings DOWNLOADS = QueueSettings.of("downloads", 2).perKey(1);

    static final QueueSettings API = QueueSettings.unlimited("api").rate(2, Duration.ofMillis(200));

    static void main(String... args) throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Machine<Task, Done> machine =
                Machine.named("task", Task.class, Done.class)
                        .step(
                                "work",
                                attempt -> {
                                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                    Thread.sleep(Duration.ofMillis(20));
                                    now.decrementAndGet();
                                    return attempt.next(new Done(attempt.request().name()));
                                })
                        .build();
        try (Engine engine =
                Engine.open(
                        SqliteStore.open(Scratch.home(args)),
                        options -> options.machines(machine).queue(DOWNLOADS).queue(API))) {
            List<RunId> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                var start = machine.start(new Task("t" + i)).key("host " + i % 3);
                runs.add(engine.start(start.unique(Uniqueness.ALLOW).queue("downloads")));
            }
            for (RunId id : runs) Scratch.end(engine, id);
            IO.println("six runs, at most %d at once".formatted(most.get()));

            engine.queues().pause("downloads", true);
            engine.queues().resize("downloads", 1);
            RunId low = engine.start(machine.start(new Task("low")).queue("downloads", 1));
            RunId high = engine.start(machine.start(new Task("high")).queue("downloads", 9));
            engine.queues().pause("downloads", false);
            Instant lowEnd = Scratch.end(engine, low).timing().updated();
            Instant highEnd = Scratch.end(engine, high).timing().updated();
            IO.println("high before low: " + (highEnd.compareTo(lowEnd) < 0));

            Instant started = Instant.now();
            runs.clear();
            for (int i = 0; i < 5; i++) {
                runs.add(engine.start(machine.start(new Task("call")).queue("api")));
            }
            for (RunId id : runs) Scratch.end(engine, id);
            Duration took = Duration.between(started, Instant.now());
            IO.println("five runs, two per 200 ms: " + (took.toMillis() >= 400));
        }
    }
}
