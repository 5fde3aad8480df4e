package dev.pawl.pipeline.table;

import dev.pawl.machine.Transaction.Flavour;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Times in the tables: microseconds, as text of a fixed width in SQLite, so that text sorts and
/// compares like time.
public final class SqlTimes {
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final int MICRO_DIGITS = 6;
    // PostgreSQL prints '2026-01-01 00:00:00.5+00'.
    private static final DateTimeFormatter STORED =
            new DateTimeFormatterBuilder()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendPattern("['T'][' ']HH:mm:ss")
                    .appendFraction(ChronoField.MICRO_OF_SECOND, 0, MICRO_DIGITS, true)
                    .appendOffset("+HH:mm", "Z")
                    .toFormatter();

    private SqlTimes() {}

    /// Returns a time as both databases keep it.
    public static Instant stored(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /// Returns a time as text of a fixed width.
    public static String text(Instant time) {
        return TEXT.format(time);
    }

    /// Returns the parameter for a column that is a timestamp in PostgreSQL and text in SQLite.
    public static Object parameter(Flavour flavour, Instant time) {
        return switch (flavour) {
            case SQLITE -> text(time);
            case POSTGRESQL -> stored(time).atOffset(ZoneOffset.UTC);
        };
    }

    /// Returns the time that a column of either database shows as text.
    public static Instant parse(String text) {
        return STORED.parse(text, Instant::from);
    }

    /// Returns the time of a column that may be empty.
    public static @Nullable Instant parse(boolean isNull, String text) {
        return isNull ? null : parse(text);
    }
}
