package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Transitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every constant of the specification, with its value, so that a changed constant fails a test
/// also where the specification is not available.
final class DocumentConstantsTest {
    @TempDir private Path directory;

    @Test
    void theStatesOfBothLifecycles() {
        assertThat(names(MacroState.values()))
                .containsExactly("BOOTSTRAPPING", "ORCHESTRATING", "STABILIZING", "DRAINING");
        assertThat(names(ProviderState.values()))
                .containsExactly(
                        "IDLE",
                        "ACQUIRING",
                        "RUNNING",
                        "WAITING_QUOTA",
                        "WAITING_BACKOFF",
                        "PAUSED",
                        "TERMINATED");
    }

    @Test
    void theTransitionsOfBothLifecyclesWithTheirTriggers() {
        assertThat(moves(MacroState.TABLE))
                .containsExactlyInAnyOrder(
                        "BOOTSTRAPPING FIRST_STARTED ORCHESTRATING",
                        "BOOTSTRAPPING DRAIN DRAINING",
                        "ORCHESTRATING ALL_COMPLETED STABILIZING",
                        "ORCHESTRATING DRAIN DRAINING",
                        "STABILIZING RESTARTED ORCHESTRATING",
                        "STABILIZING DRAIN DRAINING");
        assertThat(moves(ProviderState.TABLE))
                .containsExactlyInAnyOrder(
                        "IDLE START ACQUIRING",
                        "ACQUIRING GRANT RUNNING",
                        "ACQUIRING PAUSE PAUSED",
                        "ACQUIRING STOP TERMINATED",
                        "RUNNING REVOKE WAITING_QUOTA",
                        "RUNNING LIMIT WAITING_BACKOFF",
                        "RUNNING PAUSE PAUSED",
                        "RUNNING STOP TERMINATED",
                        "WAITING_QUOTA RETRY ACQUIRING",
                        "WAITING_QUOTA STOP TERMINATED",
                        "WAITING_BACKOFF RETRY ACQUIRING",
                        "WAITING_BACKOFF STOP TERMINATED",
                        "PAUSED RESUME ACQUIRING",
                        "PAUSED STOP TERMINATED");
    }

    @Test
    void theMachinesStartInTheFirstStates() {
        List<Machine<?, ?>> machines = Orchestrator.of(List.of(), options -> {}).machines();
        assertThat(machines.get(0).definition().first().name()).isEqualTo("BOOTSTRAPPING");
        assertThat(machines.get(1).definition().first().name()).isEqualTo("IDLE");
    }

    @Test
    void theNineEvents() {
        assertThat(names(ProviderEvent.Type.values()))
                .containsExactlyInAnyOrder(
                        "PROVIDER_STARTED",
                        "PROVIDER_COMPLETED",
                        "PROVIDER_FAILED",
                        "PROVIDER_PAUSED",
                        "PROVIDER_RESUMED",
                        "QUOTA_REVOKED",
                        "QUOTA_GRANTED",
                        "RATE_LIMITED",
                        "CHECKPOINT");
    }

    @Test
    void theDefaultsOfAProvider() {
        ProviderConfig config = ProviderConfig.of("cve", "cve");
        assertThat(config.batchSize()).isEqualTo(100);
        assertThat(config.maxRetries()).isEqualTo(3);
        assertThat(config.retryDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.dependencies()).isEmpty();
    }

    /// The fields of a checkpoint and of an outcome, and a checkpoint every 100 items.
    @Test
    void aCheckpointEveryHundredItems() throws Exception {
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 250))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            orchestration.settle();
            Store store = orchestration.sim().store();
            assertThat(
                            store.query(
                                    "select provider, items, urn, at from provider_checkpoints"
                                            + " order by items",
                                    row -> row.text(1) + " " + row.number(2) + " " + row.text(3)))
                    .containsExactly("a 100 n:100", "a 200 n:200");
            assertThat(
                            store.query(
                                    "select provider, urn, processed_at, success, error_message"
                                            + " from provider_outcomes order by number",
                                    row -> row.text(1) + " " + row.text(2) + " " + row.number(4)))
                    .last()
                    .isEqualTo("a n:250 1");
        }
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    private static List<String> moves(Transitions<?, ?> table) {
        return table.moves().stream()
                .map(move -> "%s %s %s".formatted(move.from(), move.on(), move.to()))
                .toList();
    }
}
