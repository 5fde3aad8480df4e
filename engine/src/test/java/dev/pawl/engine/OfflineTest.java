package dev.pawl.engine;

import static dev.pawl.engine.Script.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Operators.By;
import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// ENG-03 ENG-38 orders without an engine make a run ready, and count no attempt that nobody
/// executed.
final class OfflineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final By ANNA = new By("anna", "to see");

    /// Fails until it is told otherwise, and answers what the attempt that succeeds saw.
    private static final Machine<String, String> SEES =
            Machine.named("sees", String.class, String.class)
                    .await("door", wait -> wait.on(Open.class, "fragile"))
                    .step(
                            "fragile",
                            OfflineTest::fragile,
                            step -> step.retry(Retry.fixed(9, Duration.ofHours(1))))
                    .step("work", attempt -> attempt.next(seen(attempt)))
                    .build();

    private final MemoryStore store = new MemoryStore();
    private final MemoryDisk disk = store.disk();

    @Test
    void anOrderLeavesTheRunDueAndItsFirstAttemptIsTheFirst() {
        String due = "BACKING_OFF b WENT_TO timer:0s";
        String[][] rows = {
            {"start delay=5s", "go-to b", due},
            {"start after=7:SUCCESS", "go-to b", due},
            {"start\nthrow", "go-to b", due},
            {"start\nthrow\npark", "go-to b", due},
            {"start delay=5s", "skip", "BACKING_OFF b STATE_SKIPPED timer:0s"},
            {"start\npause\nnext", "resume", "BACKING_OFF b RESUMED timer:0s"},
        };
        for (String[] row : rows) {
            play(
                    Samples.CHAIN,
                    """
                    %s
                    offline %s -> %s
                    due        -> RUNNING b#1 RETRIED go:FIRST
                    """
                            .formatted((Object[]) row));
        }
        play(Samples.WAITS, "start\nnext\noffline go-to b -> " + due);
        play(Samples.POOLED, "start\nnext\noffline go-to a -> BACKING_OFF a WENT_TO timer:0s");
    }

    @Test
    void aRetryGoesOnCountingWhereTheAttemptsStopped() {
        play(
                Samples.CHAIN,
                """
                start
                throw
                offline retry-now -> BACKING_OFF a#1 RETRIED timer:0s
                due               -> RUNNING a#2 RETRIED go:RETRY
                """);
        play(
                Samples.CHAIN,
                """
                start
                park
                offline retry-now -> BACKING_OFF a#1 RETRIED timer:0s
                due               -> RUNNING a#2 RETRIED go:CRASH
                """);
    }

    @Test
    void aRunThatNeedsASlotOrPermitsWaitsForThem() {
        play(Samples.CHAIN, "start queue\npause\noffline resume -> QUEUED a RESUMED");
        play(Samples.POOLED_FIRST, "start\npause\noffline resume -> ACQUIRING p RESUMED");
    }

    @Test
    void aCleanupBeginsWithTheNextEngine() {
        play(
                Samples.CLEANED,
                """
                start
                throw
                offline cancel -> CLEANING a CANCEL_REQUESTED,CLEANUP_STARTED ending:CANCELLED timer:0s
                due            -> CLEANING a#1 RETRIED ending:CANCELLED go:FIRST
                throw          -> CLEANING a#1 ATTEMPT_FAILED ending:CANCELLED timer:1s
                1s             -> CLEANING a#2 RETRIED ending:CANCELLED go:RETRY
                """);
    }

    @Test
    void whatNoBodyBeganNeedsNoCleanup() {
        play(
                Samples.CLEANED,
                """
                start delay=5s
                offline go-to b -> BACKING_OFF b WENT_TO timer:0s
                offline cancel  -> CANCELLED b CANCEL_REQUESTED,ENDED
                """);
    }

    @Test
    void theNextEngineExecutesAFirstAttemptAfterEachOrder() throws Exception {
        RunId gone = left("a", RunStatus.WAITING);
        RunId resumed = left("b", RunStatus.WAITING);
        Offline offline = Offline.on(MemoryStore.on(disk));
        RunId forked = offline.fork(gone, "work", null, ANNA);
        offline.order(gone, new Command.GoTo("work"), ANNA);
        offline.order(resumed, new Command.Pause(), ANNA);
        offline.order(resumed, new Command.GoTo("work"), ANNA);
        offline.order(resumed, new Command.Resume(), ANNA);

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

        Run retried = Offline.on(MemoryStore.on(disk)).order(id, new Command.RetryNow(), ANNA);

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
        try (Feed feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != status) feed.next(Instant.MAX);
        }
    }

    private static Engine open(MemoryStore store) {
        return Engine.open(store, options -> options.machines(SEES));
    }

    record Open() {}
}
