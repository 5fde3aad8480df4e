package dev.pawl.diamonds.canonical;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Times as the tables hold them: ISO 8601 in UTC with milliseconds, so that text sorts by time.
final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Times() {}

    static String text(Instant time) {
        return FORMAT.format(time);
    }
}
