package dev.pawl.cli;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Subscription;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// A machine that uses every feature, and a store with runs of it.
final class Reviews {
    static final Machine<Text, Text> REVIEW =
            Machine.named("review", Text.class, Text.class)
                    .step(
                            "prepare",
                            a -> {
                                String text = a.request().value();
                                if (text.equals("bad")) throw new IllegalStateException("no ink");
                                return a.next(new Text(text + " prepared"));
                            },
                            step ->
                                    step.retry(Retry.fixed(9, Duration.ofHours(1)))
                                            .goesTo("publish"))
                    .await(
                            "decide",
                            wait ->
                                    wait.on(Approve.class, "publish")
                                            .on(Revise.class, "prepare")
                                            .after(Duration.ofDays(7), "reject"))
                    .step(
                            "publish",
                            a -> a.next(new Text(a.request().value() + " published")),
                            step -> step.permits("press", 1).goesTo("prepare", 3))
                    .end("published")
                    .step("reject", a -> a.next(new Text("rejected")))
                    .build();

    private Reviews() {}

    static Pawl open(Path home) {
        return Pawl.open(home, Reviews::options);
    }

    static void options(EngineOptions options) {
        options.machines(REVIEW)
                .queue(QueueSettings.of("desk", 2).perKey(1).rate(100, Duration.ofMinutes(1)))
                .pool(new PoolSettings("press", 3))
                .schedule(Schedule.every("nightly", Duration.ofDays(1), REVIEW, new Text("auto")));
    }

    /// Creates a store with a run that waits, one that backs off and one that completed.
    static Left leave(Path home) throws InterruptedException {
        try (Pawl pawl = open(home)) {
            return leave(pawl.engine());
        }
    }

    static Left leave(Engine engine) throws InterruptedException {
        RunId waiting = start(engine, "draft", RunStatus.WAITING);
        RunId backingOff = start(engine, "bad", RunStatus.BACKING_OFF);
        RunId done = start(engine, "fine", RunStatus.WAITING);
        engine.send(done, new Approve());
        engine.await(REVIEW, done, Duration.ofSeconds(30));
        return new Left(waiting, backingOff, done);
    }

    static RunId start(Engine engine, String text, RunStatus until) throws InterruptedException {
        String key = "key of " + text.toLowerCase(Locale.ROOT);
        RunId id = engine.start(REVIEW.start(new Text(text)).key(key).queue("desk"));
        try (Subscription feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != until) feed.next(Instant.MAX);
        }
        return id;
    }

    record Left(RunId waiting, RunId backingOff, RunId done) {}

    record Text(String value) {}

    record Approve() {}

    record Revise() {}
}
