package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.CommandException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;

/// Parses the arguments that several commands take. Throws [CommandException] for wrong ones.
public final class DiamondsArguments {
    private DiamondsArguments() {}

    public static int limit(int limit) {
        if (limit > 0) return limit;
        throw CommandException.usage("--limit must be 1 or more, found " + limit);
    }

    /// Returns the time of an age such as `7d`, a local date, or a timestamp.
    public static Instant time(String option, String text, Instant now) {
        try {
            if (text.contains("T")) return Instant.parse(text);
            if (!text.contains("-")) return now.minus(HumanAmounts.time(text));
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException | IllegalArgumentException _) {
            throw CommandException.usage(
                    ("%s must be an age such as 7d, a date such as 2026-11-01, or a timestamp such"
                                    + " as 2026-11-01T12:00:00Z, found '%s'")
                            .formatted(option, text));
        }
    }
}
