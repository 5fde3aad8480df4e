package dev.pawl.engine.control;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Feed;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;

/// A machine that waits for people, for tests of what people do.
final class Reviews {
    static final Machine<Text, Text> REVIEW =
            Machine.named("review", Text.class, Text.class)
                    .step("prepare", a -> a.next(new Text(a.request().value() + " prepared")))
                    .await("decide", wait -> wait.on(Approve.class, "publish"))
                    .step(
                            "publish",
                            a -> a.next(new Text(a.request().value() + " published")),
                            step -> step.retry(Retry.never()))
                    .build();

    private Reviews() {}

    static Engine open(MemoryStore store) {
        return Engine.open(
                store, options -> options.machines(REVIEW).queue(QueueSettings.of("desk", 2)));
    }

    /// Starts a run and returns its id when it waits for a decision.
    static RunId waiting(Engine engine, String key) throws InterruptedException {
        RunId id = engine.start(REVIEW.start(new Text(key)).key(key));
        awaitDecision(engine, id);
        return id;
    }

    /// Returns when a run waits for a decision; it fails if that takes a minute.
    static void awaitDecision(Engine engine, RunId id) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(60);
        try (Feed feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != RunStatus.WAITING) {
                if (feed.next(end).isEmpty()) {
                    throw new AssertionError("expected a waiting run, found " + engine.run(id));
                }
            }
        }
    }

    record Text(String value) {}

    record Approve() {}
}
