package dev.pawl.feeds.format.cce;

import java.util.List;

/// All rows of one identifier.
record Entry(String id, List<CceRow> rows) {
    Entry {
        rows = List.copyOf(rows);
    }
}
