package dev.pawl.pipeline.alert;

import java.util.Objects;

/// Something that people must hear of.
///
/// An alert is never refused because a text is too long or has control characters: the subject
/// becomes one line, and both are shortened. Alerts of one category with the same `dedupeKey` are
/// one alert.
public record Alert(
        String category,
        Severity severity,
        String subject,
        String text,
        String traceId,
        String dedupeKey) {
    /// The longest subject; what is longer is shortened.
    public static final int SUBJECT_CHARS_MAX = 200;

    /// The longest text; what is longer is shortened.
    public static final int TEXT_CHARS_MAX = 32_768;

    private static final String CUT = "…";

    public Alert {
        category = line("category", category);
        Objects.requireNonNull(severity, "an alert needs a severity, found null");
        subject = line("subject", subject);
        Objects.requireNonNull(text, "an alert needs a text, found null");
        text = shortened(text, TEXT_CHARS_MAX);
        traceId = line("trace id", traceId);
        required("de-duplication key", dedupeKey);
    }

    private static String line(String what, String found) {
        required(what, found);
        String line = found.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return shortened(line, SUBJECT_CHARS_MAX);
    }

    private static void required(String what, String found) {
        Objects.requireNonNull(found, "an alert needs a %s, found null".formatted(what));
        if (found.isBlank()) {
            throw new IllegalArgumentException(
                    "an alert needs a %s, found a blank text".formatted(what));
        }
    }

    /// Returns at most `max` characters, without half of a surrogate pair at the end.
    private static String shortened(String text, int max) {
        if (text.length() <= max) return text;
        int end = max - CUT.length();
        if (Character.isHighSurrogate(text.charAt(end - 1))) end--;
        return text.substring(0, end) + CUT;
    }

    /// How bad it is, from the least to the most.
    public enum Severity {
        INFO,
        WARNING,
        ERROR,
        CRITICAL;

        boolean isAtLeast(Severity other) {
            return compareTo(other) >= 0;
        }
    }
}
