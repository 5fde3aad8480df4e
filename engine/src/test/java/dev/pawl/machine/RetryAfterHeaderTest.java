package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The header `Retry-After` in all its formats.
final class RetryAfterHeaderTest {
    private static final Instant NOW = Instant.parse("1994-11-06T08:49:00Z");
    private static final Optional<Duration> IN_37_SECONDS = Optional.of(Duration.ofSeconds(37));

    @Test
    void readsSeconds() {
        assertThat(parse("90")).contains(Duration.ofSeconds(90));
        assertThat(parse(" 0 ")).contains(Duration.ZERO);
    }

    @Test
    void readsADateInEachFormat() {
        assertThat(parse("Sun, 06 Nov 1994 08:49:37 GMT")).isEqualTo(IN_37_SECONDS);
        assertThat(parse("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo(IN_37_SECONDS);
        assertThat(parse("Sun Nov  6 08:49:37 1994")).isEqualTo(IN_37_SECONDS);
        assertThat(
                        RetryAfterHeader.parse(
                                "Wed Nov 16 08:49:37 1994", NOW.plus(Duration.ofDays(10))))
                .isEqualTo(IN_37_SECONDS);
    }

    @Test
    void readsEveryMonthAndDayInEachFormat() {
        List<String> forms =
                List.of(
                        "EEE, dd MMM uuuu HH:mm:ss 'GMT'",
                        "EEEE, dd-MMM-uu HH:mm:ss 'GMT'",
                        "EEE MMM ppd HH:mm:ss uuuu");
        for (int day = 0; day < 366; day++) {
            Instant now = NOW.plus(Duration.ofDays(day));
            Instant then = now.plusSeconds(37);
            for (String form : forms) {
                var written =
                        DateTimeFormatter.ofPattern(form, Locale.US)
                                .format(then.atOffset(ZoneOffset.UTC));
                assertThat(RetryAfterHeader.parse(written, now))
                        .as(written)
                        .isEqualTo(IN_37_SECONDS);
            }
        }
    }

    @Test
    void aTwoDigitYearIsAtMostFiftyYearsAhead() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        // In 2076 this is a Wednesday and ahead; 1977, a Saturday, is past.
        assertThat(RetryAfterHeader.parse("Wednesday, 01-Jan-76 00:00:00 GMT", now))
                .contains(RetryAfterHeader.WAIT_MAX);
        assertThat(RetryAfterHeader.parse("Saturday, 01-Jan-77 00:00:00 GMT", now))
                .contains(Duration.ZERO);
    }

    @Test
    void aTimeInThePastIsZero() {
        assertThat(parse("-5")).contains(Duration.ZERO);
        assertThat(parse("-99999999999999999999")).contains(Duration.ZERO);
        assertThat(parse("Sat, 05 Nov 1994 08:49:37 GMT")).contains(Duration.ZERO);
    }

    @Test
    void theLongestWaitIsADay() {
        assertThat(parse("86400")).contains(Duration.ofDays(1));
        assertThat(parse("86401")).contains(Duration.ofDays(1));
        assertThat(parse("99999999999999999999")).contains(Duration.ofDays(1));
        assertThat(parse(Long.toString(Long.MAX_VALUE))).contains(Duration.ofDays(1));
        assertThat(parse("9".repeat(10_000))).contains(Duration.ofDays(1));
        assertThat(parse("Tue, 08 Nov 1994 08:49:37 GMT")).contains(Duration.ofDays(1));
        assertThat(parse("Fri, 31 Dec 9999 23:59:59 GMT")).contains(Duration.ofDays(1));
        assertThat(parse("Fri Dec 31 23:59:59 9999")).contains(Duration.ofDays(1));
    }

    @Test
    void aWaitIsAtLeastZeroAndAtMostADay() {
        Duration max = RetryAfterHeader.WAIT_MAX;
        assertThat(RetryAfterHeader.bounded(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(max);
        assertThat(RetryAfterHeader.bounded(max.plusNanos(1))).isEqualTo(max);
        assertThat(RetryAfterHeader.bounded(max.minusNanos(1))).isEqualTo(max.minusNanos(1));
        assertThat(RetryAfterHeader.bounded(Duration.ofSeconds(Long.MIN_VALUE)))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void randomHeadersNeverExceedTheBound() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "0123456789-+. :,GMTSunNovDec";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder header = new StringBuilder();
            int length = random.nextInt(40);
            for (int i = 0; i < length; i++) {
                header.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(parse(header.toString()).orElse(Duration.ZERO))
                    .as("'%s' with seed %d", header, seed)
                    .isBetween(Duration.ZERO, RetryAfterHeader.WAIT_MAX);
        }
    }

    @Test
    void anythingElseIsEmpty() {
        List<String> nonsense =
                List.of(
                        "",
                        "soon",
                        "+5",
                        "1.5",
                        "5 s",
                        "Mon, 06 Nov 1994 08:49:37 GMT",
                        "Sun, 06 Nov 1994 08:49:37 CET",
                        "Sun, 06 Nov 1994",
                        "1994-11-06T08:49:37Z",
                        "Sun, 06 Nov 1994 25:00:00 GMT");
        assertThat(nonsense).isNotEmpty().allSatisfy(header -> assertThat(parse(header)).isEmpty());
    }

    private static Optional<Duration> parse(String header) {
        return RetryAfterHeader.parse(header, NOW);
    }
}
