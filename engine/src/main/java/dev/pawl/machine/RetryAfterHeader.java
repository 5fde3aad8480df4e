package dev.pawl.machine;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the HTTP header `Retry-After`: how long a server asks its client to wait.
///
/// A server is not trusted: whatever the header contains, the wait is at most [#WAIT_MAX].
public final class RetryAfterHeader {
    /// The longest wait that a server can ask for. A longer one is shortened to this.
    public static final Duration WAIT_MAX = Duration.ofDays(1);

    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final DateTimeFormatter OF_C =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);

    /// The first year that two digits can mean lies as far behind, so that none is more than 50
    /// years ahead.
    private static final int YEARS_BEHIND = 49;

    private RetryAfterHeader() {}

    /// Returns how long to wait from `now` on, or empty if the header is neither a number of
    /// seconds nor a date in one of the three forms of HTTP. The wait is [#bounded].
    public static Optional<Duration> parse(String header, Instant now) {
        String text = header.strip();
        Optional<Duration> wait =
                text.matches("-?[0-9]+") ? Optional.of(seconds(text)) : untilDate(text, now);
        return wait.map(RetryAfterHeader::bounded);
    }

    /// Returns `wait` if it is from zero to [#WAIT_MAX]; zero if it is negative, and [#WAIT_MAX] if
    /// it is longer.
    public static Duration bounded(Duration wait) {
        if (wait.isNegative()) return Duration.ZERO;
        return wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait;
    }

    private static Duration seconds(String digits) {
        try {
            return Duration.ofSeconds(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            // More digits than a number has: only its sign matters.
            return digits.startsWith("-") ? Duration.ZERO : WAIT_MAX;
        }
    }

    private static Optional<Duration> untilDate(String text, Instant now) {
        for (DateTimeFormatter form : List.of(FIXED, withDashes(now), OF_C)) {
            try {
                Instant date = LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC);
                return Optional.of(Duration.between(now, date));
            } catch (DateTimeException _) {
                // It may be in another of the forms.
            }
        }
        return Optional.empty();
    }

    private static DateTimeFormatter withDashes(Instant now) {
        int year = now.atOffset(ZoneOffset.UTC).getYear();
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, year - YEARS_BEHIND)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);
    }
}
