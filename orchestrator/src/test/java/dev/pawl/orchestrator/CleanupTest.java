package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.conductor.Cleanup;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Which old rows are deleted, and which stay.
@Timeout(120)
final class CleanupTest {
    private static final Duration KEPT = Duration.ofDays(30);

    @TempDir private Path directory;

    private SimOrchestration orchestration(Numbers... numbers) {
        return SimOrchestration.of(directory, options -> options.retention(KEPT), numbers);
    }

    /// Runs a cycle, then lets time pass.
    private static void cycle(SimOrchestration orchestration, String id, Duration after)
            throws InterruptedException {
        orchestration.start(id);
        orchestration.until("main", MacroState.ORCHESTRATING);
        orchestration.until("main", MacroState.STABILIZING);
        orchestration.sim().pass(after);
    }

    private static List<Long> checkpoints(SimOrchestration orchestration, String id) {
        return orchestration
                .sim()
                .engine()
                .query(
                        "select items from provider_checkpoints where provider = ? order by items",
                        row -> row.number(1),
                        id);
    }

    @Test
    void deletesOldRowsAndKeepsRecentOnes() throws Exception {
        try (SimOrchestration orchestration = orchestration(Numbers.of("a", 250))) {
            cycle(orchestration, "a", KEPT.minusDays(1));
            cycle(orchestration, "a", Duration.ofDays(2));
            assertThat(orchestration.events().getFirst().number()).isEqualTo(1);
            assertThat(orchestration.view().checkpoints("a", false, 1_000)).hasSize(250);
            assertThat(checkpoints(orchestration, "a"))
                    .containsExactly(100L, 200L, 300L, 400L, 500L);
            cycle(orchestration, "a", Duration.ofHours(1));
            Instant cutoff = orchestration.sim().host().now().minus(KEPT);
            List<ProviderEvent> events = orchestration.events();
            assertThat(events.getFirst().at()).isAfter(cutoff);
            assertThat(events.getLast().number() - events.getFirst().number())
                    .isEqualTo(events.size() - 1L);
            assertThat(orchestration.view().audit(1_000))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.at()).isAfter(cutoff));
            assertThat(checkpoints(orchestration, "a"))
                    .containsExactly(300L, 400L, 500L, 600L, 700L);
            assertThat(orchestration.view().checkpoints("a", false, 1_000)).hasSize(1);
            assertThat(orchestration.numbers("a")).hasSize(250);
        }
    }

    @Test
    void deletesManyRowsInBatches() throws Exception {
        int many = 2 * Cleanup.BATCH + 500;
        try (SimOrchestration orchestration =
                orchestration(Numbers.of("a", many), Numbers.of("b", 10))) {
            cycle(orchestration, "a", KEPT.multipliedBy(2));
            assertThat(orchestration.view().checkpoints("a", false, many)).hasSize(many);
            cycle(orchestration, "b", Duration.ofMinutes(1));
            assertThat(orchestration.view().checkpoints("a", false, many)).hasSize(1);
        }
    }

    @Test
    void keepsFailuresAndTheLastCycleRegardlessOfAge() throws Exception {
        try (SimOrchestration orchestration =
                orchestration(Numbers.of("a", 250).poison(100), Numbers.of("b", 10))) {
            cycle(orchestration, "a", KEPT.multipliedBy(10));
            cycle(orchestration, "b", Duration.ofDays(1));
            cycle(orchestration, "b", Duration.ofDays(1));
            assertThat(orchestration.view().checkpoints("a", true, 1_000)).hasSize(2);
            assertThat(orchestration.view().checkpoints("a", false, 1_000))
                    .extracting(OrchestrationView.Checkpoint::urn)
                    .containsExactlyInAnyOrder("n:100", "n:200", "n:250");
            assertThat(checkpoints(orchestration, "a")).containsExactly(100L, 200L);
            assertThat(orchestration.stats("a").row().times().lastCheckpoint()).isEqualTo("n:250");
            assertThat(orchestration.view().quarantine("a", 10)).hasSize(2);
            orchestration.restart();
            cycle(orchestration, "a", Duration.ofMinutes(1));
            assertThat(orchestration.stats("a").row().counts().processedTotal()).isEqualTo(500);
        }
    }
}
