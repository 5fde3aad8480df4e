package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.HistoryEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The recovery table: what a provider in each state does after its process has crashed.
@Timeout(120)
final class RecoveryTest {
    @TempDir private Path directory;
    private final List<SourceException> failures = new ArrayList<>();
    private final List<SimOrchestration> here = new ArrayList<>();
    private Numbers numbers = Numbers.of("a", 0);

    /// One chunk takes a second.
    @BeforeEach
    void slow() {
        numbers =
                Numbers.of("a", 200)
                        .before((from, _) -> {
                            if (from == 50 && !failures.isEmpty()) throw failures.removeFirst();
                            var host = here.getFirst().sim().host();
                            host.await(new Signal(), host.now().plus(Duration.ofSeconds(1)));
                        });
    }

    private SimOrchestration orchestration() {
        SimOrchestration orchestration =
                SimOrchestration.of(directory, options -> options.permits(4), numbers);
        here.add(orchestration);
        return orchestration;
    }

    private static List<String> statesSince(SimOrchestration orchestration, long version) {
        return orchestration
                .sim()
                .engine()
                .history(orchestration.last("a"), version, 1_000)
                .stream()
                .map(HistoryEntry::state)
                .distinct()
                .toList();
    }

    private static long version(SimOrchestration orchestration) {
        return orchestration.sim().engine().run(orchestration.last("a")).version();
    }

    private void completes(SimOrchestration orchestration) {
        orchestration.until("a", ProviderState.TERMINATED);
        orchestration.settle();
        assertThat(orchestration.numbers("a")).hasSize(200);
        assertThat(orchestration.stats("a").row().cause()).isEqualTo("COMPLETED");
        assertThat(orchestration.stats("a").row().counts().processed()).isEqualTo(200);
        assertThat(numbers.readersMost()).isEqualTo(1);
    }

    /// V4: a crash does not end the provider.
    @Test
    void aRunningProviderAsksForNewPermitsAndResumes() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(5));
            int done = orchestration.numbers("a").size();
            assertThat(done).isBetween(10, 190);
            long version = version(orchestration);
            numbers.forget();
            orchestration.restart();
            orchestration.sim().pass(Duration.ofSeconds(4));
            assertThat(statesSince(orchestration, version))
                    .containsExactly("RUNNING", "WAITING_QUOTA", "ACQUIRING");
            completes(orchestration);
            assertThat(orchestration.eventTypes("a"))
                    .containsExactly(
                            ProviderEvent.Type.PROVIDER_STARTED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.QUOTA_REVOKED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.PROVIDER_COMPLETED);
        }
    }

    @Test
    void aPausedProviderStaysPaused() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(5));
            orchestration.give(Order.Verb.PAUSE, "a");
            orchestration.until("a", ProviderState.PAUSED);
            numbers.forget();
            orchestration.restart();
            orchestration.sim().pass(Duration.ofHours(1));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.PAUSED);
            orchestration.give(Order.Verb.RESUME, "a");
            completes(orchestration);
        }
    }

    @Test
    void aProviderWithoutPermitsAsksAgain() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(5));
            orchestration.give(Order.Verb.DRAIN);
            orchestration.until("a", ProviderState.WAITING_QUOTA);
            long version = version(orchestration);
            numbers.forget();
            orchestration.restart();
            orchestration.sim().pass(Duration.ofSeconds(3));
            assertThat(statesSince(orchestration, version)).startsWith("ACQUIRING");
            // The crash interrupted draining: the next process finishes it and starts again.
            orchestration.sim().pass(Duration.ofMinutes(1));
            orchestration.sim().perform(orchestration.orchestrator()::start);
            completes(orchestration);
        }
    }

    /// V4: the end of the back-off is stored.
    @Test
    void aProviderThatBacksOffWaitsUntilTheSameTime() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            Instant until = orchestration.sim().host().now().plus(Duration.ofHours(2));
            failures.add(SourceException.throttled("busy", until));
            orchestration.start("a");
            orchestration.until("a", ProviderState.WAITING_BACKOFF);
            numbers.forget();
            orchestration.restart();
            orchestration.sim().pass(Duration.ofHours(1));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.WAITING_BACKOFF);
            completes(orchestration);
            assertThat(orchestration.sim().host().now()).isAfterOrEqualTo(until);
        }
    }

    @Test
    void aTerminatedProviderStaysTerminated() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.start("a");
            orchestration.until("main", MacroState.STABILIZING);
            var run = orchestration.last("a");
            orchestration.restart();
            orchestration.sim().pass(Duration.ofHours(1));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.TERMINATED);
            assertThat(orchestration.last("a")).isEqualTo(run);
            assertThat(orchestration.view().macro().orElseThrow().state()).isEqualTo("STABILIZING");
        }
    }

    @Test
    void anIdleProviderStaysIdle() {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.restart();
            orchestration.sim().pass(Duration.ofHours(1));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.IDLE);
            assertThat(orchestration.view().macro().orElseThrow().state())
                    .isEqualTo("BOOTSTRAPPING");
        }
    }

    @Test
    void anAcquiringProviderAsksAgain() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.give(Order.Verb.FREEZE);
            orchestration.start("a");
            orchestration.until("a", ProviderState.ACQUIRING);
            orchestration.restart();
            orchestration.sim().pass(Duration.ofMinutes(5));
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.ACQUIRING);
            orchestration.give(Order.Verb.THAW);
            completes(orchestration);
        }
    }

    /// An engine that closes gracefully releases the permits too.
    @Test
    void closingTheEngineReleasesPermitsLikeACrash() throws Exception {
        try (SimOrchestration orchestration = orchestration()) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.RUNNING);
            orchestration.sim().pass(Duration.ofSeconds(5));
            orchestration.end();
            orchestration.open();
            completes(orchestration);
        }
    }
}
