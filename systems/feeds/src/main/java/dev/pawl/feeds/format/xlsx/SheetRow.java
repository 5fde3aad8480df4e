package dev.pawl.feeds.format.xlsx;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A row of a sheet: its number from 1, and its non-empty cells by column from 0.
public record SheetRow(long number, SortedMap<Integer, String> cells) {
    public SheetRow {
        cells = Collections.unmodifiableSortedMap(new TreeMap<>(cells));
    }

    /// Returns a cell; "" if it is empty.
    public String cell(int column) {
        return cells.getOrDefault(column, "");
    }
}
