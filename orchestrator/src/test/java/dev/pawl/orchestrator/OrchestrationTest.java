package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Providers from their start to their end.
@Timeout(60)
final class OrchestrationTest {
    @TempDir private Path directory;

    /// V3: a provider without more work ends and releases its permits.
    @Test
    void aProviderRunsFromIdleToTerminated() throws Exception {
        try (SimOrchestration orchestration =
                SimOrchestration.of(directory, Numbers.of("a", 250))) {
            assertThat(orchestration.state("a")).isEqualTo(ProviderState.IDLE);
            orchestration.start("a");
            orchestration.until("a", ProviderState.TERMINATED);
            assertThat(orchestration.numbers("a")).hasSize(250);
            orchestration
                    .sim()
                    .until(() ->
                            orchestration
                                    .view()
                                    .macro()
                                    .orElseThrow()
                                    .state()
                                    .equals("STABILIZING"));
            assertThat(orchestration.events())
                    .extracting(ProviderEvent::type)
                    .containsExactly(
                            ProviderEvent.Type.PROVIDER_STARTED,
                            ProviderEvent.Type.QUOTA_GRANTED,
                            ProviderEvent.Type.CHECKPOINT,
                            ProviderEvent.Type.CHECKPOINT,
                            ProviderEvent.Type.PROVIDER_COMPLETED);
        }
    }
}
