package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.Entry.Requirement;
import dev.pawl.feeds.format.asvs.Entry.Wrong;
import dev.pawl.feeds.format.csv.CsvRow;
import dev.pawl.feeds.format.csv.CsvTable;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The table as CSV.
final class Csv implements Form {
    private static final int RANK = 1;

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return Layout.version(CsvTable.heads(document)).map(version -> Form.edition(version, RANK));
    }

    @Override
    public Records<Entry> open(Document document) throws IOException {
        return new Rows<>(CsvTable.open(document), Csv::entry);
    }

    private static Entry entry(CsvRow row) {
        try {
            row.requireAllCells();
        } catch (BadRecord e) {
            return new Wrong(String.join(",", row.cells()), e);
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < row.cells().size(); i++) {
            object.put(row.heads().get(i), row.cells().get(i));
        }
        return new Requirement(object);
    }
}
