package dev.pawl.feeds.format.cce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A row of a sheet: its unchecked identifier, and its other cells by header.
record CceRow(String sheet, long number, String id, Map<String, String> cells) {
    CceRow {
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    /// Returns the position of this row, for messages.
    String position() {
        return sheet.isEmpty() ? "line " + number : "sheet %s, row %d".formatted(sheet, number);
    }
}
