package dev.pawl.feeds.format.cce;

import java.util.List;

/// All rows of an identifier.
record CceEntry(String id, List<CceRow> rows) {
    CceEntry {
        rows = List.copyOf(rows);
    }
}
