package dev.pawl.cli.screen;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times and sizes as people write them: `90s`, `1m30s`, `30d`; `512K`, `50G`.
public final class HumanAmounts {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})([a-zA-Z]?)");

    private HumanAmounts() {}

    /// Returns the duration of a text such as `90s`, `1m30s`, `30d` or `PT90S`; throws
    /// `IllegalArgumentException` if it has none, or a negative one.
    public static Duration time(String text) {
        String amount = text.strip().toUpperCase(Locale.ROOT);
        int days = amount.indexOf('D') + 1;
        String time = amount.substring(days);
        String iso = "P" + amount.substring(0, days) + (time.isEmpty() ? "" : "T" + time);
        try {
            Duration duration = Duration.parse(amount.startsWith("P") ? amount : iso);
            if (!duration.isNegative()) return duration;
        } catch (DateTimeParseException _) {
            // Reported below, as a negative time is.
        }
        throw new IllegalArgumentException(
                "expected a time such as 90s, 1m30s, 12h or 30d, found '%s'".formatted(text));
    }

    /// Returns the number of bytes of a text; throws `IllegalArgumentException` if it has none.
    public static long bytes(String text) {
        Matcher parts = AMOUNT.matcher(text);
        int power = parts.matches() ? "KMGT".indexOf(parts.group(2).toUpperCase(Locale.ROOT)) : -1;
        if (!parts.matches() || power < 0) {
            throw new IllegalArgumentException(
                    "expected a size such as 512K, 50M, 50G or 1T, found '%s'".formatted(text));
        }
        boolean plain = parts.group(2).isEmpty();
        return Math.multiplyExact(
                Long.parseLong(parts.group(1)), plain ? 1L : 1L << (10 * (power + 1)));
    }
}
