package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.run.Payload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How long a provider waits before it tries again.
final class BackoffTest {
    private final Backoff backoff = Backoff.ofDefaults();

    @Test
    void threeRetriesAfterFiveTenAndTwentySeconds() {
        assertThat(backoff.delay(1, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(backoff.delay(2, 0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofSeconds(20));
        assertThat(backoff.allows(3)).isTrue();
        assertThat(backoff.allows(4)).isFalse();
    }

    @Test
    void chanceAddsUpToHalf() {
        assertThat(backoff.delay(1, 0.5)).isEqualTo(Duration.ofMillis(6_250));
        assertThat(backoff.delay(1, Math.nextDown(1.0)))
                .isBetween(Duration.ofMillis(7_499), Duration.ofMillis(7_500));
    }

    @Test
    void aQuarterOfAnHourIsTheLongestBeforeChance() {
        assertThat(backoff.delay(9, 0)).isEqualTo(Backoff.LONGEST);
        assertThat(backoff.delay(Integer.MAX_VALUE, 0)).isEqualTo(Backoff.LONGEST);
    }

    @Test
    void whatTheSourceAsksForWinsWhenItIsLonger() {
        assertThat(backoff.delay(1, 0, Duration.ofMinutes(2))).isEqualTo(Duration.ofMinutes(2));
        assertThat(backoff.delay(1, 0, Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(5));
        assertThat(backoff.delay(1, 0, Duration.ofSeconds(-1))).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theSourceDoesNotGetMoreThanTheBound() {
        assertThat(backoff.delay(1, 0, Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(RetryAfterHeader.WAIT_MAX);
        assertThat(backoff.delay(1, 0, RetryAfterHeader.WAIT_MAX.plusNanos(1)))
                .isEqualTo(RetryAfterHeader.WAIT_MAX);
    }

    @Test
    void survivesJson() {
        byte[] written = JsonCodec.JSON.encode(backoff).bytes().clone();
        assertThat(JsonCodec.JSON.decode(Payload.of(written), Backoff.class)).isEqualTo(backoff);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> backoff.delay(0, 0)).hasMessageContaining("from 1, found 0");
        assertThatThrownBy(() -> backoff.delay(1, 1)).hasMessageContaining("found 1.0");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(-1), 3))
                .hasMessageContaining("from PT0S to PT15M, found PT-1S");
        assertThatThrownBy(() -> new Backoff(Duration.ofHours(1), 3)).hasMessageContaining("PT1H");
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, -1)).hasMessageContaining("found -1");
    }
}
