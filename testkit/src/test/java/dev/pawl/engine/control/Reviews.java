package dev.pawl.engine.control;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.control.ControlRequest.CommandRun;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Instant;
import java.util.List;

/// A machine that waits for a decision, for tests of operators' commands.
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

    /// One command of every kind.
    static final List<Command> COMMANDS =
            List.of(
                    new Command.Cancel(),
                    new Command.Pause(),
                    new Command.Resume(),
                    new Command.RetryNow(),
                    new Command.GoTo("publish"),
                    new Command.Skip());

    private Reviews() {}

    /// Returns the refusal of a command that must be refused.
    static Refused refusal(Control control, RunId id, Command command) {
        return catchThrowableOfType(
                Refused.class,
                () -> control.execute(new CommandRun(id, command, new By("anna", "to see"))));
    }

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

    /// Waits until a run waits for a decision; fails after a minute.
    static void awaitDecision(Engine engine, RunId id) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(60);
        try (Subscription feed = engine.feed(id, 0)) {
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
