package dev.pawl.engine.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest(name = "{0} after {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # expression        | after               | next
                    * * * * *           | 2025-03-05T10:00:00 | 2025-03-05T10:01:00
                    * * * * *           | 2025-03-05T10:00:59 | 2025-03-05T10:01:00
                    * * * * *           | 2025-12-31T23:59:00 | 2026-01-01T00:00:00
                    * * * * * *         | 2025-03-05T10:00:00 | 2025-03-05T10:00:01
                    */10 * * * * *      | 2025-03-05T10:00:55 | 2025-03-05T10:01:00
                    15 30 9 * * *       | 2025-03-05T09:30:14 | 2025-03-05T09:30:15
                    15 30 9 * * *       | 2025-03-05T09:30:15 | 2025-03-06T09:30:15
                    */15 * * * *        | 2025-03-05T10:46:00 | 2025-03-05T11:00:00
                    5/20 * * * *        | 2025-03-05T10:26:00 | 2025-03-05T10:45:00
                    10-30/10 * * * *    | 2025-03-05T10:30:00 | 2025-03-05T11:10:00
                    0,30 8-10 * * *     | 2025-03-05T10:30:00 | 2025-03-06T08:00:00
                    0 9 * * MON-FRI     | 2025-03-07T09:00:00 | 2025-03-10T09:00:00
                    0 9 * * mon         | 2025-03-05T00:00:00 | 2025-03-10T09:00:00
                    0 9 * * 0           | 2025-03-05T00:00:00 | 2025-03-09T09:00:00
                    0 9 * * 7           | 2025-03-05T00:00:00 | 2025-03-09T09:00:00
                    0 9 * * SAT-SUN     | 2025-03-08T09:00:00 | 2025-03-09T09:00:00
                    0 9 * * 5-7         | 2025-03-08T09:00:00 | 2025-03-09T09:00:00
                    0 9 * * 1/2         | 2025-03-05T09:00:00 | 2025-03-07T09:00:00
                    0 0 1 JAN,jul *     | 2025-03-05T00:00:00 | 2025-07-01T00:00:00
                    0 0 31 * *          | 2025-03-31T00:00:00 | 2025-05-31T00:00:00
                    0 0 L * *           | 2025-01-31T00:00:00 | 2025-02-28T00:00:00
                    0 0 L 2 *           | 2025-03-05T00:00:00 | 2026-02-28T00:00:00
                    0 0 L 2 *           | 2027-03-05T00:00:00 | 2028-02-29T00:00:00
                    0 0 15,L * ?        | 2025-04-15T00:00:00 | 2025-04-30T00:00:00
                    0 0 29 2 *          | 2025-03-05T00:00:00 | 2028-02-29T00:00:00
                    0 0 29 2 *          | 2096-02-29T00:00:00 | 2104-02-29T00:00:00
                    0 0 13 * FRI        | 2025-03-05T00:00:00 | 2025-03-07T00:00:00
                    0 0 13 * FRI        | 2025-03-07T00:00:00 | 2025-03-13T00:00:00
                    0 0 ? * FRI         | 2025-03-07T00:00:00 | 2025-03-14T00:00:00
                    0 0 13 * ?          | 2025-03-07T00:00:00 | 2025-03-13T00:00:00
                    0 0 */2 * MON       | 2025-03-05T00:00:00 | 2025-03-17T00:00:00
                    0 0 29 2 */6        | 2032-02-29T00:00:00 | 2048-02-29T00:00:00
                    0 0 29 2 */6        | 2088-02-29T00:00:00 | 2116-02-29T00:00:00
                    @hourly             | 2025-03-05T10:00:00 | 2025-03-05T11:00:00
                    0 9 * * 0-0         | 2025-03-09T09:00:00 | 2025-03-16T09:00:00
                    0 9 * * 5-5         | 2025-03-07T09:00:00 | 2025-03-14T09:00:00
                    */1 * * * *         | 2025-03-05T10:00:00 | 2025-03-05T10:01:00
                    */59 * * * *        | 2025-03-05T10:00:00 | 2025-03-05T10:59:00
                    0 0 1 */11 *        | 2025-03-05T10:00:00 | 2025-12-01T00:00:00
                    @daily              | 2025-03-05T10:00:00 | 2025-03-06T00:00:00
                    @midnight           | 2025-03-05T10:00:00 | 2025-03-06T00:00:00
                    @weekly             | 2025-03-05T10:00:00 | 2025-03-09T00:00:00
                    @monthly            | 2025-03-05T10:00:00 | 2025-04-01T00:00:00
                    @Yearly             | 2025-03-05T10:00:00 | 2026-01-01T00:00:00
                    @annually           | 2025-03-05T10:00:00 | 2026-01-01T00:00:00
                    """)
    void findsTheNextTime(String expression, LocalDateTime after, LocalDateTime next) {
        assertThat(Cron.parse(expression).next(after.toInstant(ZoneOffset.UTC), ZoneOffset.UTC))
                .contains(next.toInstant(ZoneOffset.UTC));
    }

    @Test
    void aFractionOfASecondIsBeforeTheNextOne() {
        Cron cron = Cron.parse("* * * * * *");
        assertThat(cron.next(Instant.parse("2025-03-05T10:00:00.999Z"), ZoneOffset.UTC))
                .contains(Instant.parse("2025-03-05T10:00:01Z"));
        assertThat(cron.next(Instant.parse("2025-03-05T10:00:00Z").minusNanos(1), ZoneOffset.UTC))
                .contains(Instant.parse("2025-03-05T10:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 30,31 FEB ?"})
    void aDateThatNeverComesHasNoNextTime(String expression) {
        assertThat(Cron.parse(expression).next(Instant.EPOCH, BERLIN)).isEmpty();
    }

    @Test
    void theEndOfTheCalendarHasNoNextTime() {
        assertThat(Cron.parse("@daily").next(Instant.MAX, BERLIN)).isEmpty();
    }

    @Test
    void aTimeThatAClockChangeSkipsFiresAtTheEndOfTheGap() {
        // 2025-03-30 in Berlin: 02:00 to 03:00 does not exist.
        assertThat(firings("30 2 * * *", "2025-03-29T00:00:00Z", 3))
                .containsExactly(
                        "2025-03-29T01:30:00Z", "2025-03-30T01:00:00Z", "2025-03-31T00:30:00Z");
    }

    @Test
    void allTimesInAGapFireOnceTogetherWithTheOneAtItsEnd() {
        assertThat(firings("0,20,40 2,3 * * *", "2025-03-29T23:00:00Z", 3))
                .containsExactly(
                        "2025-03-30T01:00:00Z", "2025-03-30T01:20:00Z", "2025-03-30T01:40:00Z");
    }

    @Test
    void aTimeThatAClockChangeRepeatsFiresTheFirstTimeOnly() {
        // 2025-10-26 in Berlin: 02:00 to 03:00 comes twice, from 00:00Z and from 01:00Z.
        assertThat(firings("30 2 * * *", "2025-10-25T12:00:00Z", 2))
                .containsExactly("2025-10-26T00:30:00Z", "2025-10-27T01:30:00Z");
        assertThat(firings("30 * * * *", "2025-10-25T23:00:00Z", 3))
                .containsExactly(
                        "2025-10-25T23:30:00Z", "2025-10-26T00:30:00Z", "2025-10-26T02:30:00Z");
    }

    @Test
    void aStartInTheSecondPassOfARepeatedHourContinuesAfterIt() {
        assertThat(firings("*/10 * * * *", "2025-10-26T01:15:00Z", 2))
                .containsExactly("2025-10-26T02:00:00Z", "2025-10-26T02:10:00Z");
        assertThat(firings("* * * * * *", "2025-10-26T01:15:00Z", 1))
                .containsExactly("2025-10-26T02:00:00Z");
    }

    @Test
    void aDayThatAZoneSkippedFiresAtItsEnd() {
        // Samoa crossed the date line: 2011-12-30 did not happen.
        ZoneId samoa = ZoneId.of("Pacific/Apia");
        assertThat(Cron.parse("0 12 30 12 *").next(Instant.parse("2011-12-01T00:00:00Z"), samoa))
                .contains(Instant.parse("2011-12-30T10:00:00Z"));
    }

    private static List<String> firings(String expression, String after, int count) {
        List<String> firings = new ArrayList<>();
        Instant last = Instant.parse(after);
        for (int i = 0; i < count; i++) {
            last = Cron.parse(expression).next(last, BERLIN).orElseThrow();
            firings.add(last.toString());
        }
        return firings;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    60 * * * *     | expected a minute from 0 to 59, found '60' at character 1
                    0 24 * * *     | expected an hour from 0 to 23, found '24' at character 3
                    0  0 32 * *    | expected a day of the month from 1 to 31, found '32' at character 6
                    0 0 1 13 *     | expected a month from 1 to 12 or JAN to DEC, found '13' at character 7
                    0 0 1 FOO *    | expected a month from 1 to 12 or JAN to DEC, found 'FOO' at character 7
                    0 0 * * 8      | expected a day of the week from 0 to 7 or SUN to SAT, found '8' at character 9
                    61 0 0 * * *   | expected a second from 0 to 59, found '61' at character 1
                    1,,2 * * * *   | expected a minute from 0 to 59, found '' at character 3
                    5-x * * * *    | expected a minute from 0 to 59, found 'x' at character 3
                    -5 * * * *     | expected a minute from 0 to 59, found '' at character 1
                    1-2-3 * * * *  | expected a range of two values, found '1-2-3' at character 1
                    0 22-6 * * *   | expected a range that goes upwards, found '22-6' at character 3
                    */0 * * * *    | expected a step from 1 to 59, found '0' at character 3
                    */60 * * * *   | expected a step from 1 to 59, found '60' at character 3
                    0 0 1 */12 *   | expected a step from 1 to 11, found '12' at character 9
                    */ * * * *     | expected a step from 1 to 59, found '' at character 3
                    1/2/3 * * * *  | expected one step, found '3' at character 5
                    ? * * * *      | expected a minute from 0 to 59, found '?' at character 1
                    0 0 * L *      | expected a month from 1 to 12 or JAN to DEC, found 'L' at character 7
                    0 0 * * 5#2    | expected no '#', since the nth weekday of a month is not supported, found '5#2' at character 9
                    0 0 15W * *    | expected no 'W', since the nearest weekday is not supported, found '15W' at character 5
                    0 0 LW * *     | expected no 'W', since the nearest weekday is not supported, found 'LW' at character 5
                    0 0 * * FRIL   | expected no 'L', since it is the last day of the month and the last weekday of one is not supported, found 'FRIL' at character 9
                    0 0 99999 * *  | expected a day of the month from 1 to 31, found '99999' at character 5
                    @reboot        | expected one of [@annually, @daily, @hourly, @midnight, @monthly, @weekly, @yearly], found '@reboot' at character 1
                    """)
    void aFaultSaysWhatWasExpectedAndWhere(String expression, String message) {
        assertThatThrownBy(() -> Cron.parse(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cron expression '%s': %s".formatted(expression, message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "* * * * * * *"})
    void aWrongNumberOfFieldsIsRefused(String expression) {
        int count = expression.isEmpty() ? 0 : expression.split(" ", -1).length;
        assertThatThrownBy(() -> Cron.parse(expression))
                .hasMessage(
                        "cron expression '%s': expected 5 fields (minute, hour, day of the month,"
                                        .formatted(expression)
                                + " month, day of the week) or 6 with the second before them,"
                                + " found "
                                + count);
    }

    @Test
    void isAValueThatGivesItsExpressionBack() {
        Cron cron = Cron.parse(" */5  * * * MON ");
        assertThat(cron).hasToString(" */5  * * * MON ");
        assertThat(cron)
                .isEqualTo(Cron.parse(" */5  * * * MON "))
                .hasSameHashCodeAs(" */5  * * * MON ");
        assertThat(cron).isNotEqualTo(Cron.parse("@daily"));
    }
}
