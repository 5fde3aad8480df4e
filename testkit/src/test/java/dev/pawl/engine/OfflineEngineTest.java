package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Operators.By;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// ENG-03 ENG-38 orders without an engine leave runs that the next engine continues.
final class OfflineEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final By ANNA = new By("anna", "to see");

    /// Fails until the test lets it succeed, and answers what the attempt that succeeds saw.
    private static final Machine<String, String> SEES =
            Machine.named("sees", String.class, String.class)
                    .await("door", wait -> wait.on(Open.class, "fragile"))
                    .step(
                            "fragile",
                            OfflineEngineTest::fragile,
                            step -> step.retry(Retry.fixed(9, Duration.ofHours(1))))
                    .step("work", attempt -> attempt.next(seen(attempt)))
                    .build();

    private final MemoryStore store = new MemoryStore();
    private final MemoryDisk disk = store.disk();

    @Test
    void theNextEngineExecutesAFirstAttemptAfterEachOrder() throws Exception {
        RunId gone = left("a", RunStatus.WAITING);
        RunId resumed = left("b", RunStatus.WAITING);
        RunId forked;
        try (Engine offline = Engine.open(MemoryStore.on(disk), EngineOptions::unattended)) {
            Operators operators = offline.operators();
            forked = operators.fork(gone, "work", null, ANNA);
            operators.order(gone, new Command.GoTo("work"), ANNA);
            operators.order(resumed, new Command.Pause(), ANNA);
            operators.order(resumed, new Command.GoTo("work"), ANNA);
            operators.order(resumed, new Command.Resume(), ANNA);
        }

        try (Engine engine = open(MemoryStore.on(disk))) {
            for (RunId id : List.of(gone, resumed, forked)) {
                assertThat(engine.await(SEES, id, PATIENCE)).isEqualTo("attempt 1 FIRST");
                assertThat(engine.history(id, 0, 100))
                        .filteredOn(entry -> entry.status() == RunStatus.RUNNING)
                        .extracting(HistoryEntry::attempt)
                        .containsExactly(1);
            }
            assertThat(engine.report(PATIENCE).orElseThrow().inFlight()).isEmpty();
        }
    }

    @Test
    void theNextEngineExecutesTheSecondAttemptAfterARetry() throws Exception {
        RunId id = left("bad", RunStatus.WAITING);
        try (Engine engine = open(MemoryStore.on(disk))) {
            engine.send(id, new Open());
            until(engine, id, RunStatus.BACKING_OFF);
        }

        Run retried;
        try (Engine offline = Engine.open(MemoryStore.on(disk), EngineOptions::unattended)) {
            retried = offline.operators().order(id, new Command.RetryNow(), ANNA);
        }
        assertThat(retried.progress().attempt()).isEqualTo(1);
        try (Engine engine = open(MemoryStore.on(disk))) {
            engine.await(SEES, id, PATIENCE);
            assertThat(engine.history(id, 0, 100))
                    .filteredOn(entry -> entry.state().equals("fragile"))
                    .extracting(HistoryEntry::attempt)
                    .contains(2)
                    .doesNotContain(3);
        }
    }

    private static Outcome<String> fragile(Attempt<String, String> attempt) {
        boolean breaks = attempt.request().equals("bad") && attempt.number() == 1;
        if (breaks) throw new IllegalStateException("no ink");
        return attempt.next();
    }

    private static String seen(Attempt<String, String> attempt) {
        return "attempt %d %s".formatted(attempt.number(), attempt.replay());
    }

    private RunId left(String request, RunStatus status) throws InterruptedException {
        try (Engine engine = open(MemoryStore.on(disk))) {
            RunId id = engine.start(SEES.start(request).key(request));
            until(engine, id, status);
            return id;
        }
    }

    private static void until(Engine engine, RunId id, RunStatus status)
            throws InterruptedException {
        try (Subscription feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != status) feed.next(Instant.MAX);
        }
    }

    private static Engine open(MemoryStore store) {
        return Engine.open(store, options -> options.machines(SEES));
    }

    record Open() {}
}
