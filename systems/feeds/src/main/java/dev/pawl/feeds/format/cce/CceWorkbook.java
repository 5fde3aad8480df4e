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
import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.Optional;

/// The combined list: a workbook with a sheet for each platform.
///
/// It says nowhere which version of the list it is; so the time of its last change tells.
final class CceWorkbook implements Format<Entry> {
    private static final int ROWS_BEFORE_HEADS_MAX = 10;

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
            if (hasHeads(workbook.get(), sheet)) {
                return Optional.of(new Edition("cce", "", workbook.get().modified(), false));
            }
        }
        return Optional.empty();
    }

    @Override
    public Records<Entry> open(Document document, Edition edition) throws IOException {
        Workbook workbook =
                Workbook.of(document)
                        .orElseThrow(() ->
                                new BadDocument(
                                        "%s: expected a workbook, found something else"
                                                .formatted(document.name())));
        return CceRecords.open(() -> new CceSheets(workbook));
    }

    @Override
    public Item map(Entry record, Edition edition) throws BadRecord {
        return Mapping.item(record);
    }

    @Override
    public String text(Entry record) {
        return record.toString();
    }

    private static boolean hasHeads(Workbook workbook, String sheet) throws IOException {
        try (SheetRows rows = workbook.open(sheet)) {
            for (int i = 0; i < ROWS_BEFORE_HEADS_MAX; i++) {
                SheetRow row = rows.next();
                if (row == null) return false;
                if (Heads.of(row.cells()).isPresent()) return true;
            }
            return false;
        }
    }
}
