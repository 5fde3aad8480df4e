package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.engine.Why.Cause.Kind;
import dev.pawl.engine.store.Store;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderPause;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Why a provider's run does not progress: the engine and the view give the same reason.
@Timeout(120)
final class WhyTest {
    @TempDir private Path directory;
    private final List<SimOrchestration> orchestrations = new ArrayList<>();

    private SimOrchestration orchestration(Numbers... numbers) {
        SimOrchestration orchestration =
                SimOrchestration.of(directory, options -> options.permits(1), numbers);
        orchestrations.add(orchestration);
        return orchestration;
    }

    /// Takes a second for each chunk.
    private Numbers slow(String id, long last) {
        return Numbers.of(id, last).before((_, _) -> pause());
    }

    private void pause() throws InterruptedException {
        var host = orchestrations.getFirst().sim().host();
        host.await(new Signal(), host.now().plus(Duration.ofSeconds(1)));
    }

    private static Why why(SimOrchestration orchestration, String id) {
        return orchestration.sim().engine().why(orchestration.last(id));
    }

    /// Asserts that the run's nearest cause is the reason that the view gives.
    private static void assertSame(SimOrchestration orchestration, String id, Kind kind) {
        Why.Cause nearest = why(orchestration, id).causes().getFirst();
        assertThat(nearest.kind()).isEqualTo(kind);
        assertThat(nearest.text()).isEqualTo(orchestration.stats(id).waitsFor());
    }

    @Test
    void aRequestedProviderIsBlockedByTheRunsOfItsDependencies() throws Exception {
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (SimOrchestration orchestration = orchestration(slow("a", 300), second)) {
            assertThat(why(orchestration, "b").causes())
                    .extracting(Why.Cause::kind)
                    .containsOnly(Kind.EVENT);
            orchestration.start("b");
            orchestration.until("a", ProviderState.RUNNING);
            RunId needed = orchestration.last("a");
            Why.Cause nearest = why(orchestration, "b").causes().getFirst();
            assertThat(nearest.kind()).isEqualTo(Kind.DEPENDENCY);
            assertThat(nearest.text())
                    .isEqualTo("b is blocked by a (run %s), which is RUNNING".formatted(needed));
            assertThat(nearest.blocking()).isEqualTo(needed);
            orchestration.until("b", ProviderState.RUNNING);
            assertThat(why(orchestration, "b").causes())
                    .extracting(Why.Cause::kind)
                    .containsAnyOf(Kind.STARTING, Kind.EXECUTING, Kind.RECORDING)
                    .doesNotContain(Kind.DEPENDENCY);
        }
    }

    @Test
    void namesAFailureThatBlocks() throws Exception {
        Numbers first =
                new Numbers(ProviderConfig.of("a", "numbers").retries(0, Duration.ofSeconds(5)), 30)
                        .before((_, _) -> {
                            throw Numbers.failing("the line is dead");
                        });
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        try (SimOrchestration orchestration = orchestration(first, second)) {
            orchestration.start("b");
            orchestration.until("main", MacroState.STABILIZING);
            assertThat(why(orchestration, "b").text())
                    .contains("which is TERMINATED (failed: gave up after 0 retries: the line is");
        }
    }

    @Test
    void givesTheSameReasonsWithoutAnEngine() throws Exception {
        Numbers second = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 30);
        RunId blocked;
        RunId needed;
        try (SimOrchestration orchestration = orchestration(slow("a", 300), second)) {
            orchestration.start("b");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.give(Order.Verb.PAUSE, "a");
            orchestration.until("a", ProviderState.PAUSED);
            blocked = orchestration.last("b");
            needed = orchestration.last("a");
        }
        try (Store store = SqliteStore.openReadOnly(directory.resolve("store"))) {
            Engine knowing =
                    Engine.open(
                            store,
                            options -> options.unattended().explaining(Orchestrator.causes()));
            assertThat(knowing.why(blocked).text())
                    .contains("no engine is open; b is blocked by a (run %s)".formatted(needed))
                    .contains("which is PAUSED (paused by tester at ", ": because)");
            assertThat(knowing.why(needed).text()).contains("; paused by tester at ");
            Engine plain = Engine.open(store, EngineOptions::unattended);
            assertThat(plain.why(blocked).text()).doesNotContain("blocked by");
        }
    }

    @Test
    void explainsAPauseWithActorTimeAndReason() throws Exception {
        try (SimOrchestration orchestration = orchestration(slow("a", 300))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.give(Order.Verb.PAUSE, "a");
            orchestration.until("a", ProviderState.PAUSED);
            ProviderPause pause = orchestration.stats("a").waiting().pause();
            assertThat(pause.by()).isEqualTo("tester");
            assertThat(pause.reason()).isEqualTo("because");
            assertThat(pause.at()).isEqualTo(orchestration.stats("a").updatedAt());
            assertThat(orchestration.stats("a").waitsFor())
                    .matches("paused by tester at \\S+Z: because");
            assertSame(orchestration, "a", Kind.PAUSED);
            orchestration.settle();
            assertThat(orchestration.events().getLast().detail())
                    .isEqualTo(orchestration.stats("a").waitsFor());
            orchestration.give(Order.Verb.RESUME, "a");
            orchestration.until("a", ProviderState.RUNNING);
            assertThat(orchestration.stats("a").waiting().pause()).isNull();
        }
    }

    @Test
    void explainsABackOffWithItsEnd() throws Exception {
        List<SourceException> failures = new ArrayList<>();
        Numbers limited =
                Numbers.of("a", 30)
                        .before((_, _) -> {
                            if (!failures.isEmpty()) throw failures.removeFirst();
                        });
        try (SimOrchestration orchestration = orchestration(limited)) {
            Instant until = orchestration.sim().host().now().plus(Duration.ofHours(3));
            failures.add(SourceException.throttled("429 Too Many Requests", until));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            assertSame(orchestration, "a", Kind.BACK_OFF);
            assertThat(why(orchestration, "a").movesAt()).isEqualTo(until);
        }
    }

    @Test
    void explainsAWaitForPermitsWithTheirHolders() throws Exception {
        Numbers other =
                new Numbers(ProviderConfig.of("b", "numbers").terms(PermitTerms.upTo(1)), 30);
        try (SimOrchestration orchestration = orchestration(slow("a", 300), other)) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.start("b");
            orchestration.until("b", ProviderState.ACQUIRING);
            orchestration.settle();
            assertThat(orchestration.stats("b").waitsFor())
                    .isEqualTo("waits for permits: 1 of 1 are held (a 1)");
            assertSame(orchestration, "b", Kind.PERMITS);
            orchestration.give(Order.Verb.FREEZE);
            assertThat(orchestration.stats("b").waitsFor()).contains("they are frozen");
            orchestration.give(Order.Verb.DRAIN);
            orchestration.settle();
            assertThat(orchestration.stats("b").waitsFor())
                    .contains("the orchestration is draining");
        }
    }
}
