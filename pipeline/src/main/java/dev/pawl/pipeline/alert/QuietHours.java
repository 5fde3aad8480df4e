package dev.pawl.pipeline.alert;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;

/// The daily hours in which only critical alerts are delivered; they may span midnight.
public record QuietHours(LocalTime from, LocalTime to, ZoneId zone) {
    public QuietHours {
        Objects.requireNonNull(from, "quiet hours need a start, found null");
        Objects.requireNonNull(to, "quiet hours need an end, found null");
        Objects.requireNonNull(zone, "quiet hours need a time zone, found null");
        if (from.equals(to)) {
            throw new IllegalArgumentException(
                    "expected quiet hours that end at another time than they start, found %s"
                            .formatted(from));
        }
    }

    /// Returns how long the quiet hours still last, if it is one of them.
    public Optional<Duration> remaining(Instant now) {
        ZonedDateTime local = now.atZone(zone);
        LocalTime time = local.toLocalTime();
        boolean isAfterStart = !time.isBefore(from);
        boolean isBeforeEnd = time.isBefore(to);
        boolean spansMidnight = to.isBefore(from);
        boolean isQuiet = spansMidnight ? isAfterStart || isBeforeEnd : isAfterStart && isBeforeEnd;
        if (!isQuiet) return Optional.empty();
        ZonedDateTime end =
                local.toLocalDate().plusDays(isBeforeEnd ? 0 : 1).atTime(to).atZone(zone);
        Duration rest = Duration.between(now, end.toInstant());
        // Where clocks are set back, an hour occurs twice and its end may already have passed.
        return rest.isPositive() ? Optional.of(rest) : Optional.empty();
    }
}
