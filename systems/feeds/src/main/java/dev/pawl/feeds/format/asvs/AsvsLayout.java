package dev.pawl.feeds.format.asvs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Guesses the version of a table from its columns, because tables do not state it.
///
/// ASVS 5 merged the three level columns into one. Within 4 and 5 the columns did not change, so a
/// table counts as the latest known version with its layout.
final class AsvsLayout {
    private static final List<String> COMMON =
            List.of("chapter_id", "section_id", "req_id", "req_description");
    private static final List<String> LEVELS = List.of("level1", "level2", "level3");

    private AsvsLayout() {}

    static Optional<String> version(Collection<String> columns) {
        if (!columns.containsAll(COMMON)) return Optional.empty();
        if (columns.containsAll(LEVELS)) return Optional.of("4.0.3");
        return columns.contains("L") ? Optional.of("5.0.0") : Optional.empty();
    }
}
