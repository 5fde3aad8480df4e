package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xlsx.SheetRow;
import dev.pawl.feeds.format.xlsx.SheetRows;
import dev.pawl.feeds.format.xlsx.Workbook;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;

/// The format of the combined list: a workbook with a sheet for each platform.
///
/// It does not state the version of the list, so the time of its last change decides.
final class CceWorkbook implements Format<CceEntry> {
    private static final int ROWS_BEFORE_HEADERS_MAX = 10;

    @Override
    public String name() {
        return "CCE workbook";
    }

    @Override
    public String source() {
        return "cce";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        Optional<Workbook> workbook = Workbook.of(document);
        if (workbook.isEmpty()) return Optional.empty();
        for (String sheet : workbook.get().sheets()) {
            if (hasHeaders(workbook.get(), sheet)) {
                return Optional.of(new Edition("cce", "", workbook.get().modified(), false));
            }
        }
        return Optional.empty();
    }

    @Override
    public Records<CceEntry> open(Document document, Edition edition) throws IOException {
        Workbook workbook =
                Workbook.of(document)
                        .orElseThrow(() ->
                                new BadDocument(
                                        "%s: expected a workbook, found something else"
                                                .formatted(document.name())));
        return CceRecords.open(() -> new CceSheets(workbook));
    }

    @Override
    public FeedItem map(CceEntry record, Edition edition) throws BadRecord {
        return CceMapping.item(record);
    }

    private static boolean hasHeaders(Workbook workbook, String sheet) throws IOException {
        try (SheetRows rows = workbook.open(sheet)) {
            for (int i = 0; i < ROWS_BEFORE_HEADERS_MAX; i++) {
                SheetRow row = rows.next();
                if (row == null) return false;
                if (ColumnHeaders.of(row.cells()).isPresent()) return true;
            }
            return false;
        }
    }
}
