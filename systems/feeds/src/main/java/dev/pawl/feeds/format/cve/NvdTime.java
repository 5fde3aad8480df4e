package dev.pawl.feeds.format.cve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as NVD writes them: `2022-03-24T10:00Z`, `2025-05-23T03:01:42.1365068`.
final class NvdTime {
    private static final Pattern TIME =
            Pattern.compile(
                    "([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})(:[0-9]{2})?(?:\\.([0-9]+))?Z?");
    private static final int DIGITS = 3;

    private NvdTime() {}

    /// Returns a time in the form of NVD JSON 2.0, `2022-03-24T10:00:00.000`, which compares as a
    /// text; any other text is returned unchanged.
    static String normal(String time) {
        Matcher matcher = TIME.matcher(time);
        if (!matcher.matches()) return time;
        String seconds = matcher.group(2) == null ? ":00" : matcher.group(2);
        String fraction = (matcher.group(3) == null ? "" : matcher.group(3)) + "0".repeat(DIGITS);
        return matcher.group(1) + seconds + "." + fraction.substring(0, DIGITS);
    }
}
