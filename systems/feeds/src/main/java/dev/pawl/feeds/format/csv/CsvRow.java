package dev.pawl.feeds.format.csv;

import dev.pawl.feeds.format.BadRecord;
import java.util.List;

/// A row of a table, with the column headers and the line at which it starts.
public record CsvRow(long line, List<String> headers, List<String> cells) {
    public CsvRow {
        headers = List.copyOf(headers);
        cells = List.copyOf(cells);
    }

    /// Checks that there is a cell for each column.
    public void requireAllCells() throws BadRecord {
        if (cells.size() == headers.size()) return;
        throw new BadRecord(
                "line %d: expected %d cells, found %d, starting with '%s'"
                        .formatted(line, headers.size(), cells.size(), cells.getFirst()));
    }
}
