package dev.pawl.feeds.format.asvs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The tables do not say of which version they are; their columns do, as far as they can.
///
/// With ASVS 5 the three columns of levels became one. Within 4 and 5 the columns did not change,
/// so a table is taken for the last version of its layout that is known.
final class Layout {
    private static final List<String> COMMON =
            List.of("chapter_id", "section_id", "req_id", "req_description");
    private static final List<String> LEVELS = List.of("level1", "level2", "level3");

    private Layout() {}

    static Optional<String> version(Collection<String> columns) {
        if (!columns.containsAll(COMMON)) return Optional.empty();
        if (columns.containsAll(LEVELS)) return Optional.of("4.0.3");
        return columns.contains("L") ? Optional.of("5.0.0") : Optional.empty();
    }
}
