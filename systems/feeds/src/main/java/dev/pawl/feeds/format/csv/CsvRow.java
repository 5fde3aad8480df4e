package dev.pawl.feeds.format.csv;

import dev.pawl.feeds.format.BadRecord;
import java.util.List;
import java.util.Optional;

/// One row of a table, with the heads of its cells and the line where it begins.
public record CsvRow(long line, List<String> heads, List<String> cells) {
    public CsvRow {
        heads = List.copyOf(heads);
        cells = List.copyOf(cells);
    }

    /// Returns the cell under a head; empty if there is no such head, or the row ends before it.
    public Optional<String> cell(String head) {
        int at = heads.indexOf(head);
        return at >= 0 && at < cells.size() ? Optional.of(cells.get(at)) : Optional.empty();
    }

    /// Checks that there is a cell for each head.
    public void requireAllCells() throws BadRecord {
        if (cells.size() == heads.size()) return;
        throw new BadRecord(
                "line %d: expected %d cells, found %d, beginning with '%s'"
                        .formatted(line, heads.size(), cells.size(), cells.getFirst()));
    }
}
