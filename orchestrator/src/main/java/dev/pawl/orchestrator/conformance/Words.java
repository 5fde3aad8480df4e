package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Opening;

/// Values in the sentences of a report.
final class Words {
    private static final int CHARS_MAX = 120;

    private Words() {}

    /// Returns a value as text of a bounded length.
    static String brief(Object value) {
        String text = value.toString();
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
    }

    /// Returns where a reading was when something happened.
    static String where(Opening opening, int atMost) {
        String from =
                opening.fresh()
                        ? "from the beginning"
                        : "from cursor '%s'".formatted(brief(opening.cursor()));
        return "a%s reading %s, in portions of %d"
                .formatted(opening.full() ? " full" : "", from, atMost);
    }
}
