package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the board tells.
@Timeout(60)
final class BoardTest {
    @TempDir private Path directory;

    @Test
    void tellsWhoBlocksAProviderUntilThatHasCompleted() throws Exception {
        Numbers after = new Numbers(ProviderConfig.of("b", "numbers").after("a"), 10);
        try (Site site = Site.of(directory, Numbers.of("a", 10), after)) {
            assertThat(site.stats("a").blockedBy()).isEmpty();
            assertThat(site.stats("b").blockedBy()).containsExactly("a");
            site.start("b");
            site.until("b", ProviderState.TERMINATED);
            assertThat(site.stats("b").blockedBy()).isEmpty();
        }
    }

    @Test
    void theLastCheckpointStaysWhenTheCycleIsOver() throws Exception {
        try (Site site = Site.of(directory, Numbers.of("a", 25))) {
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.stats("a").row().times().lastCheckpoint()).isEqualTo("n:25");
        }
    }

    @Test
    void findsWhatWasPutAsideByItsNumber() throws Exception {
        try (Site site = Site.of(directory, Numbers.of("a", 200).poison(150))) {
            site.start("a");
            site.until("a", ProviderState.TERMINATED);
            assertThat(site.board().quarantined(1).orElseThrow().payload()).isEqualTo("150");
            assertThat(site.board().quarantined(2)).isEmpty();
        }
    }
}
