package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.csv.CsvRow;
import dev.pawl.feeds.format.csv.CsvTable;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The format of one sheet of the list as CSV. It does not name the platform.
final class CceCsv implements Format<CceEntry> {
    @Override
    public String name() {
        return "CCE CSV";
    }

    @Override
    public String source() {
        return "cce";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return ColumnHeaders.of(columns(CsvTable.headers(document)))
                .map(_ -> new Edition("cce-csv", "", "", true));
    }

    @Override
    public Records<CceEntry> open(Document document, Edition edition) throws IOException {
        return CceRecords.open(() -> CsvTable.open(document).mapped(CceCsv::row));
    }

    @Override
    public FeedItem map(CceEntry record, Edition edition) throws BadRecord {
        return CceMapping.item(record);
    }

    private static SortedMap<Integer, String> columns(List<String> cells) {
        SortedMap<Integer, String> columns = new TreeMap<>();
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).isBlank()) columns.put(i, cells.get(i));
        }
        return columns;
    }

    private static CceRow row(CsvRow row) {
        ColumnHeaders headers = new ColumnHeaders(columns(row.headers()));
        String id = row.cells().getFirst().strip();
        return new CceRow("", row.line(), id, headers.byHeader(columns(row.cells())));
    }
}
