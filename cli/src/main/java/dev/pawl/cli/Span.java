package dev.pawl.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time such as `30s`, `1m30s` or `PT30S`.
final class Span implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        String iso = text.toUpperCase(Locale.ROOT);
        try {
            return Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
        } catch (DateTimeParseException _) {
            throw new TypeConversionException(
                    "'%s' is no time such as 30s or 1m30s".formatted(text));
        }
    }
}
