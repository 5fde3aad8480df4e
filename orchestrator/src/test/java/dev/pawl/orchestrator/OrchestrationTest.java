package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Providers from their start to their end.
@Timeout(60)
final class OrchestrationTest {
    @TempDir private Path directory;

    /// V3: what is done ends, and gives its permits back.
    @Test
    void aProviderRunsFromIdleToTerminated() throws Exception {
        try (Site site = Site.of(directory, Numbers.of("a", 250))) {
            assertThat(site.state("a")).isEqualTo(ProviderState.IDLE);
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.numbers("a")).hasSize(250);
            site.sim()
                    .until(() -> site.board().macro().orElseThrow().state().equals("STABILIZING"));
            assertThat(site.events())
                    .extracting(Event::type)
                    .containsExactly(
                            Event.Type.PROVIDER_STARTED,
                            Event.Type.QUOTA_GRANTED,
                            Event.Type.CHECKPOINT,
                            Event.Type.CHECKPOINT,
                            Event.Type.PROVIDER_COMPLETED);
        }
    }
}
