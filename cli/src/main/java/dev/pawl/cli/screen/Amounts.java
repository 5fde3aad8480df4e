package dev.pawl.cli.screen;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times and sizes as people write them: `90s`, `12h`, `30d`; `512K`, `50G`.
public final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})([a-zA-Z]?)");

    private Amounts() {}

    /// Returns a time; throws `IllegalArgumentException` if it is none.
    public static Duration time(String text) {
        Matcher parts = AMOUNT.matcher(text);
        if (parts.matches()) {
            long number = Long.parseLong(parts.group(1));
            switch (parts.group(2)) {
                case "s" -> {
                    return Duration.ofSeconds(number);
                }
                case "m" -> {
                    return Duration.ofMinutes(number);
                }
                case "h" -> {
                    return Duration.ofHours(number);
                }
                case "d" -> {
                    return Duration.ofDays(number);
                }
                default -> {}
            }
        }
        throw new IllegalArgumentException(
                "a time is a number and s, m, h or d, such as 30d, not '%s'".formatted(text));
    }

    /// Returns a number of bytes; throws `IllegalArgumentException` if it is none.
    public static long bytes(String text) {
        Matcher parts = AMOUNT.matcher(text);
        int power =
                parts.matches()
                        ? "KMGT".indexOf(parts.group(2).toUpperCase(java.util.Locale.ROOT))
                        : -1;
        if (!parts.matches() || power < 0) {
            throw new IllegalArgumentException(
                    "a size is a number and K, M, G or T, such as 50G, not '%s'".formatted(text));
        }
        boolean plain = parts.group(2).isEmpty();
        return Math.multiplyExact(
                Long.parseLong(parts.group(1)), plain ? 1L : 1L << (10 * (power + 1)));
    }
}
