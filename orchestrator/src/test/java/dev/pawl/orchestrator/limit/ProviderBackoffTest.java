package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How long a provider waits before a retry.
final class ProviderBackoffTest {
    private final ProviderBackoff backoff = new ProviderBackoff(Duration.ofSeconds(5), 3);

    @Test
    void threeRetriesAfterFiveTenAndTwentySeconds() {
        assertThat(backoff.delay(1, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(backoff.delay(2, 0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofSeconds(20));
        assertThat(backoff.allows(3)).isTrue();
        assertThat(backoff.allows(4)).isFalse();
    }

    @Test
    void jitterAddsUpToHalf() {
        assertThat(backoff.delay(1, 0.5)).isEqualTo(Duration.ofMillis(6_250));
        assertThat(backoff.delay(1, Math.nextDown(1.0)))
                .isBetween(Duration.ofMillis(7_499), Duration.ofMillis(7_500));
    }

    @Test
    void theLongestDelayBeforeJitterIsAQuarterOfAnHour() {
        assertThat(backoff.delay(9, 0)).isEqualTo(ProviderBackoff.LONGEST);
        assertThat(backoff.delay(Integer.MAX_VALUE, 0)).isEqualTo(ProviderBackoff.LONGEST);
    }

    @Test
    void survivesJson() {
        byte[] written = JsonCodec.JSON.encode(backoff).bytes().clone();
        assertThat(JsonCodec.JSON.decode(Payload.of(written), ProviderBackoff.class))
                .isEqualTo(backoff);
    }

    @Test
    void refusesInvalidValues() {
        assertThatThrownBy(() -> backoff.delay(0, 0)).hasMessageContaining("from 1, found 0");
        assertThatThrownBy(() -> backoff.delay(1, 1)).hasMessageContaining("found 1.0");
        assertThatThrownBy(() -> new ProviderBackoff(Duration.ofSeconds(-1), 3))
                .hasMessageContaining("from PT0S to PT15M, found PT-1S");
        assertThatThrownBy(() -> new ProviderBackoff(Duration.ofHours(1), 3))
                .hasMessageContaining("PT1H");
        assertThatThrownBy(() -> new ProviderBackoff(Duration.ZERO, -1))
                .hasMessageContaining("found -1");
    }
}
