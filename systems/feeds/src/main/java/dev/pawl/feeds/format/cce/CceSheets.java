package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xlsx.SheetRow;
import dev.pawl.feeds.format.xlsx.SheetRows;
import dev.pawl.feeds.format.xlsx.Workbook;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Reads the rows of all sheets of a workbook below their headers.
final class CceSheets implements Records<CceRow> {
    private final Workbook workbook;
    private final Deque<String> sheets;
    private String sheet = "";
    private @Nullable SheetRows rows;
    private @Nullable ColumnHeaders headers;

    CceSheets(Workbook workbook) {
        this.workbook = workbook;
        this.sheets = new ArrayDeque<>(workbook.sheets());
    }

    @Override
    public @Nullable CceRow next() throws IOException {
        while (rows != null || !sheets.isEmpty()) {
            SheetRows current = rows == null ? open(sheets.remove()) : rows;
            SheetRow row = current.next();
            if (row == null) {
                close();
            } else if (headers == null) {
                headers = ColumnHeaders.of(row.cells()).orElse(null);
            } else {
                String id = row.cell(0).strip();
                return new CceRow(sheet, row.number(), id, headers.byHeader(row.cells()));
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        if (rows != null) rows.close();
        rows = null;
    }

    private SheetRows open(String next) throws IOException {
        SheetRows opened = workbook.open(next);
        sheet = next;
        headers = null;
        rows = opened;
        return opened;
    }
}
