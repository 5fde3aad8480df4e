package dev.pawl.images.source;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/// How long a server asks to be left alone, in seconds or until a date.
final class RetryAfter {
    private RetryAfter() {}

    /// Returns the time from `now` on; null if the text says none.
    static @Nullable Duration parse(@Nullable String text, Instant now) {
        if (text == null) return null;
        String word = text.strip();
        if (word.matches("\\d{1,9}")) return Duration.ofSeconds(Long.parseLong(word));
        try {
            Instant date =
                    ZonedDateTime.parse(word, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
