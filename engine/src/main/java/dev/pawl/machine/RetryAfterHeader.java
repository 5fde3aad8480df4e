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

/// Parses the HTTP header `Retry-After`, which says how long a client should wait.
///
/// The server is not trusted: whatever the header says, the wait is at most [#WAIT_MAX].
public final class RetryAfterHeader {
    /// The longest wait that a server can ask for; longer ones are shortened to this.
    public static final Duration WAIT_MAX = Duration.ofDays(1);

    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final DateTimeFormatter OF_C =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);

    /// A year of two digits is read as at most 50 years ahead, as HTTP requires.
    private static final int YEARS_BEHIND = 49;

    private RetryAfterHeader() {}

    /// Returns how long to wait from `now`, or empty if the header is neither a number of seconds
    /// nor a date in one of HTTP's three formats. The wait is [#bounded].
    public static Optional<Duration> parse(String header, Instant now) {
        String text = header.strip();
        Optional<Duration> wait =
                text.matches("-?[0-9]+") ? Optional.of(seconds(text)) : untilDate(text, now);
        return wait.map(RetryAfterHeader::bounded);
    }

    /// Returns `wait`, or the nearer of zero and [#WAIT_MAX] if it is not between them.
    public static Duration bounded(Duration wait) {
        if (wait.isNegative()) return Duration.ZERO;
        return wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait;
    }

    private static Duration seconds(String digits) {
        try {
            return Duration.ofSeconds(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            // The number is too large for a long; only its sign matters.
            return digits.startsWith("-") ? Duration.ZERO : WAIT_MAX;
        }
    }

    private static Optional<Duration> untilDate(String text, Instant now) {
        for (DateTimeFormatter form : List.of(FIXED, withDashes(now), OF_C)) {
            try {
                Instant date = LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC);
                return Optional.of(Duration.between(now, date));
            } catch (DateTimeException _) {
                // The date may be in another format.
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
