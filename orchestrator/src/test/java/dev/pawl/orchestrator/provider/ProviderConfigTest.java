package dev.pawl.orchestrator.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.orchestrator.limit.ProviderBackoff;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a configuration refuses.
final class ProviderConfigTest {
    private final ProviderConfig config = ProviderConfig.of("cve", "cve");

    @Test
    void refusesARetryDelayThatTheBackoffRefuses() {
        Duration longest = ProviderBackoff.LONGEST;
        assertThat(config.retries(1, longest).retryDelay()).isEqualTo(longest);
        assertThatThrownBy(() -> config.retries(1, longest.plusNanos(1)))
                .hasMessageContaining("provider 'cve': expected a positive retry delay of at most");
        assertThatThrownBy(() -> config.retries(1, Duration.ZERO)).hasMessageContaining("PT0S");
    }

    @Test
    void refusesInvalidValues() {
        assertThatThrownBy(() -> ProviderConfig.of("My feed", "cve"))
                .hasMessageContaining("found 'My feed'");
        assertThatThrownBy(() -> config.batches(0)).hasMessageContaining("found 0");
        assertThatThrownBy(() -> config.retries(-1, Duration.ofSeconds(1)))
                .hasMessageContaining("expected 0 retries or more, found -1");
    }
}
