package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.limit.Breaker.Event;
import dev.pawl.orchestrator.limit.Breaker.Settings;
import dev.pawl.orchestrator.limit.Breaker.State;
import dev.pawl.run.Payload;
import dev.pawl.testkit.TransitionCoverage;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The breaker opens after failures in a row, rests, and probes.
final class BreakerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Settings SETTINGS =
            new Settings(5, Duration.ofSeconds(60), Duration.ofMinutes(15));

    @RegisterExtension
    static final TransitionCoverage<State, Event> COVERAGE = TransitionCoverage.of(Breaker.TABLE);

    private final Breaker closed = Breaker.closed(SETTINGS, NOW);

    @Test
    void theDefaultsAreFiveFailuresAndARestOfAMinuteUpToAQuarterOfAnHour() {
        assertThat(Settings.ofDefaults()).isEqualTo(SETTINGS);
    }

    @Test
    void staysClosedWhileFailuresAreFewerOrNotInARow() {
        Breaker breaker = closed;
        for (int i = 0; i < 4; i++) breaker = take(breaker, Event.FAILURE, b -> b.failed(NOW));
        assertThat(breaker.failures()).isEqualTo(4);
        assertThat(breaker.may(NOW)).isTrue();
        assertThat(breaker.requested(NOW)).isSameAs(breaker);
        breaker = take(breaker, Event.SUCCESS, b -> b.succeeded(NOW));
        assertThat(breaker).isEqualTo(closed);
    }

    @Test
    void opensAtTheFifthFailureAndRestsForAMinute() {
        Breaker open = open(NOW);
        assertThat(open.state()).isEqualTo(State.OPEN);
        assertThat(open.until()).isEqualTo(NOW.plusSeconds(60));
        assertThat(open.may(NOW.plusSeconds(59))).isFalse();
        assertThat(open.may(NOW.plusSeconds(60))).isTrue();
        assertThatThrownBy(() -> open.requested(NOW.plusSeconds(59)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before 2026-01-01T00:01:00Z, found one at")
                .hasMessageContaining("OPEN since 2026-01-01T00:00:00Z");
    }

    @Test
    void letsOneProbeThroughAndClosesWhenItSucceeds() {
        Instant then = NOW.plusSeconds(60);
        Breaker half = take(open(NOW), Event.PROBE, b -> b.requested(then));
        assertThat(half.state()).isEqualTo(State.HALF_OPEN);
        assertThat(half.may(then)).isFalse();
        assertThatThrownBy(() -> half.requested(then)).hasMessageContaining("HALF_OPEN");
        Breaker mended = take(half, Event.SUCCESS, b -> b.succeeded(then.plusSeconds(1)));
        assertThat(mended).isEqualTo(Breaker.closed(SETTINGS, then.plusSeconds(1)));
    }

    @Test
    void doublesTheRestAfterEachFailedProbeUpToAQuarterOfAnHour() {
        Breaker breaker = open(NOW);
        for (int minutes : new int[] {2, 4, 8, 15, 15}) {
            Instant then = breaker.until();
            breaker = take(breaker.requested(then), Event.TRIP, b -> b.failed(then));
            assertThat(breaker.state()).isEqualTo(State.OPEN);
            assertThat(breaker.until()).isEqualTo(then.plus(Duration.ofMinutes(minutes)));
        }
        Breaker mended = breaker.requested(breaker.until()).succeeded(breaker.until());
        assertThat(mended.rest()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void lateAnswersToEarlierRequestsChangeNothing() {
        Breaker open = open(NOW);
        Instant later = NOW.plusSeconds(5);
        assertThat(take(open, Event.SUCCESS, b -> b.succeeded(later))).isEqualTo(open);
        assertThat(take(open, Event.FAILURE, b -> b.failed(later))).isEqualTo(open);
    }

    @Test
    void aProbeThatNeverAnsweredIsFollowedByAnother() {
        Breaker half = open(NOW).requested(NOW.plusSeconds(60));
        Instant then = NOW.plusSeconds(120);
        assertThat(half.may(then.minusNanos(1))).isFalse();
        Breaker again = take(half, Event.PROBE, b -> b.requested(then));
        assertThat(again.state()).isEqualTo(State.HALF_OPEN);
        assertThat(again.since()).isEqualTo(then);
    }

    @Test
    void aClockThatGoesBackDoesNotKeepItOpen() {
        assertThat(open(NOW).may(NOW.minus(Duration.ofDays(365)))).isTrue();
    }

    @Test
    void everyPairOutsideTheTableIsRefused() {
        COVERAGE.assertRefuses((state, event) -> state.on(event));
        assertThat(COVERAGE.outside()).hasSize(3);
    }

    @Test
    void survivesJson() {
        Breaker open = open(NOW);
        byte[] written = JsonCodec.JSON.encode(open).bytes().clone();
        assertThat(JsonCodec.JSON.decode(Payload.of(written), Breaker.class)).isEqualTo(open);
    }

    @Test
    void refusesInvalidValues() {
        Duration minute = Duration.ofMinutes(1);
        assertThatThrownBy(() -> new Settings(0, minute, minute)).hasMessageContaining("found 0");
        assertThatThrownBy(() -> new Settings(1, minute, Duration.ofSeconds(1)))
                .hasMessageContaining("at most PT1S, found PT1M");
        assertThatThrownBy(() -> new Settings(1, Duration.ZERO, minute))
                .hasMessageContaining("found PT0S");
        assertThatThrownBy(() -> new Settings(1, minute, Duration.ofDays(2)))
                .hasMessageContaining("at most PT24H, found PT48H");
        assertThatThrownBy(() -> new Breaker(SETTINGS, State.CLOSED, 5, SETTINGS.rest(), NOW))
                .hasMessage("expected from 0 to 4 failures, found 5");
        assertThatThrownBy(() -> new Breaker(SETTINGS, State.OPEN, 0, Duration.ofDays(1), NOW))
                .hasMessageContaining("from PT1M to PT15M, found PT24H");
    }

    private Breaker open(Instant when) {
        Breaker breaker = closed;
        for (int i = 0; i < 4; i++) breaker = breaker.failed(when);
        return take(breaker, Event.TRIP, b -> b.failed(when));
    }

    private static Breaker take(Breaker from, Event event, Function<Breaker, Breaker> verb) {
        Breaker to = verb.apply(from);
        COVERAGE.took(from.state(), event, to.state());
        return to;
    }
}
