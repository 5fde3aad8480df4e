package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RealHostTest {
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    @ParameterizedTest(name = "{0} passed, the clock jumped by {1}: {2} left")
    @CsvSource({
        "PT0S,  PT0S,   PT60S",
        "PT10S, PT0S,   PT50S",
        "PT60S, PT0S,   PT0S",
        "PT10S, PT-24H, PT50S",
        "PT60S, PT-24H, PT0S",
        "PT10S, PT20S,  PT30S",
        "PT10S, PT50S,  PT0S",
        "PT10S, PT24H,  PT-23H-59M-10S"
    })
    void theShorterOfBothClocksBoundsAWait(Duration passed, Duration jump, Duration left) {
        // The monotonic clock may start anywhere and overflow.
        for (long nanoTime : new long[] {0, -1, Long.MAX_VALUE - 1, Long.MIN_VALUE}) {
            var deadline = new RealHost.Deadline(START.plusSeconds(60), START, nanoTime);
            Instant now = START.plus(passed).plus(jump);
            assertThat(deadline.left(now, nanoTime + passed.toNanos())).isEqualTo(left);
        }
    }

    @Test
    void anInstantHoweverFarDoesNotOverflow() {
        assertThat(new RealHost.Deadline(Instant.MAX, START, 0).left(START, 1)).isPositive();
        assertThat(new RealHost.Deadline(Instant.MIN, START, 0).left(START, 1)).isNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1000000000-01-01T00:00:00Z", "2025-01-01T00:00:00Z"})
    void aWaitForAnInstantInThePastIsOver(Instant past) throws InterruptedException {
        assertThat(new RealHost().await(new Signal(), past)).isFalse();
    }

    @Test
    void aRaisedSignalEndsAWaitAndIsLowered() throws InterruptedException {
        RealHost host = new RealHost();
        Signal signal = new Signal();
        host.raise(signal);
        assertThat(host.await(signal, Instant.MAX)).isTrue();
        assertThat(signal.isRaised()).isFalse();
    }
}
