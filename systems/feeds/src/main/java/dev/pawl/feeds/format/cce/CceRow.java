package dev.pawl.feeds.format.cce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A row of a sheet: what it gives as its identifier, and its other cells under their heads.
record CceRow(String sheet, long number, String id, Map<String, String> cells) {
    CceRow {
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    /// Returns where it is, for messages.
    String place() {
        return sheet.isEmpty() ? "line " + number : "sheet %s, row %d".formatted(sheet, number);
    }
}
