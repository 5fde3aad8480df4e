package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the view shows.
@Timeout(60)
final class OrchestrationViewTest {
    @TempDir private Path directory;

    @Test
    void showsTheBlockerOfAProviderUntilItHasCompleted() throws Exception {
        Numbers after = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 10);
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 10), after)) {
            assertThat(orchestration.stats("a").blockedBy()).isEmpty();
            assertThat(orchestration.stats("b").blockedBy()).containsExactly("a");
            orchestration.start("b");
            orchestration.until("b", ProviderState.TERMINATED);
            assertThat(orchestration.stats("b").blockedBy()).isEmpty();
        }
    }

    @Test
    void keepsTheLastCheckpointAfterTheCycle() throws Exception {
        try (SimOrchestration orchestration = SimOrchestration.of(directory, Numbers.of("a", 25))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.stats("a").row().times().lastCheckpoint()).isEqualTo("n:25");
        }
    }

    @Test
    void findsAQuarantinedRecordByItsNumber() throws Exception {
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 200).poison(150))) {
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.view().quarantined(1).orElseThrow().payload())
                    .isEqualTo("150");
            assertThat(orchestration.view().quarantined(2)).isEmpty();
        }
    }
}
