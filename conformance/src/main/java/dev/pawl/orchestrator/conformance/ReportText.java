package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.ReadOptions;

/// Formats values for a report.
final class ReportText {
    private static final int CHARS_MAX = 120;

    private ReportText() {}

    /// Returns a value as text of limited length.
    static String brief(Object value) {
        String text = value.toString();
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
    }

    /// Returns which reading this is.
    static String where(ReadOptions options, int atMost) {
        String from =
                options.fresh()
                        ? "from the start"
                        : "from cursor '%s'".formatted(brief(options.cursor()));
        return "a%s reading %s, in chunks of %d"
                .formatted(options.full() ? " full" : "", from, atMost);
    }
}
