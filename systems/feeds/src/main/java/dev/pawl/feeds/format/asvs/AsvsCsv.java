package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.AsvsEntry.Invalid;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import dev.pawl.feeds.format.csv.CsvRow;
import dev.pawl.feeds.format.csv.CsvTable;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The flat form as CSV.
final class AsvsCsv implements AsvsForm {
    private static final int RANK = 1;

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return AsvsLayout.version(CsvTable.headers(document))
                .map(version -> AsvsForm.edition(version, RANK));
    }

    @Override
    public Records<AsvsEntry> open(Document document) throws IOException {
        return new AsvsRows<>(CsvTable.open(document), AsvsCsv::entry);
    }

    private static AsvsEntry entry(CsvRow row) {
        try {
            row.requireAllCells();
        } catch (BadRecord e) {
            return new Invalid(String.join(",", row.cells()), e);
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < row.cells().size(); i++) {
            object.put(row.headers().get(i), row.cells().get(i));
        }
        return new Requirement(object);
    }
}
