package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When quiet hours end, also across midnight and changes of the clock.
class QuietHoursTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final QuietHours NIGHT =
            new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), BERLIN);

    @ParameterizedTest
    @CsvSource({
        "2026-01-10T21:00:00Z, PT9H", // 22:00: the first moment
        "2026-01-10T23:30:00Z, PT6H30M", // 00:30
        "2026-01-11T05:59:59Z, PT1S", // 06:59:59
        "2026-03-28T21:30:00Z, PT7H30M", // 22:30, and the clock is set forward in the night
        "2026-10-24T20:30:00Z, PT9H30M", // 22:30, and the clock is set back
    })
    void lastUntilMorning(Instant now, Duration rest) {
        assertThat(NIGHT.remaining(now)).contains(rest);
    }

    @ParameterizedTest
    @CsvSource({"2026-01-10T20:59:59Z", "2026-01-11T06:00:00Z", "2026-01-11T12:00:00Z"})
    void notByDay(Instant now) {
        assertThat(NIGHT.remaining(now)).isEmpty();
    }

    @Test
    void anHourThatOccursTwiceEndsOnce() {
        QuietHours early = new QuietHours(LocalTime.of(1, 0), LocalTime.of(2, 30), BERLIN);
        Instant firstHalfPastTwo = Instant.parse("2026-10-25T00:30:00Z");

        assertThat(early.remaining(firstHalfPastTwo.minusSeconds(60)))
                .contains(Duration.ofMinutes(1));
        assertThat(early.remaining(firstHalfPastTwo.plusSeconds(1_860))).isEmpty();
    }

    @Test
    void aDayWithoutEndIsRefused() {
        assertThatThrownBy(() -> new QuietHours(LocalTime.NOON, LocalTime.NOON, BERLIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("end at another time than they start, found 12:00");
    }
}
