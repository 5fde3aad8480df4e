package dev.pawl.cli.screen;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// Times, durations and counts as text for people.
public final class HumanText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private HumanText() {}

    /// Returns a time in the user's time zone.
    public static String time(@Nullable Instant time) {
        return time == null ? "-" : TIME.format(time);
    }

    /// Returns how long ago, or in how long: `3m ago`, `in 20s`.
    public static String ago(@Nullable Instant time, Instant now) {
        if (time == null) return "-";
        Duration span = Duration.between(time, now);
        return span.isNegative() ? "in " + brief(span.negated()) : brief(span) + " ago";
    }

    /// Returns a duration in its largest unit or two.
    public static String brief(Duration span) {
        long seconds = span.toSeconds();
        if (seconds < 1) return span.toMillis() + "ms";
        if (seconds < 60) return seconds + "s";
        if (seconds < 3_600) return "%dm%02ds".formatted(seconds / 60, seconds % 60);
        if (seconds < 86_400) return "%dh%02dm".formatted(seconds / 3_600, seconds / 60 % 60);
        return "%dd%02dh".formatted(seconds / 86_400, seconds / 3_600 % 24);
    }

    public static String count(long number, String noun) {
        return "%,d %s%s".formatted(number, noun, number == 1 ? "" : "s");
    }

    public static String orDash(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }

    public static String limit(int limit) {
        return limit == 0 ? "-" : String.valueOf(limit);
    }

    public static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max - 1) + "…";
    }
}
