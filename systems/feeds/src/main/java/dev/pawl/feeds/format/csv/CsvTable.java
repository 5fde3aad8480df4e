package dev.pawl.feeds.format.csv;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a document below its first, which has the heads. Lines that are empty are no rows.
public final class CsvTable implements Records<CsvRow> {
    private final CsvReader reader;
    private final List<String> heads;

    private CsvTable(CsvReader reader) throws IOException {
        this.reader = reader;
        List<String> first = reader.next();
        this.heads = first == null ? List.of() : first.stream().map(String::strip).toList();
    }

    /// Opens a document at its first row below the heads.
    public static CsvTable open(Document document) throws IOException {
        CsvReader reader = new CsvReader(document.open(), document.name());
        try {
            return new CsvTable(reader);
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /// Returns the heads of what may be a table; none if the beginning of the document is not like
    /// the beginning of one.
    public static List<String> heads(Document document) throws IOException {
        byte[] head = document.head();
        try (CsvReader reader = new CsvReader(new ByteArrayInputStream(head), document.name())) {
            return new CsvTable(reader).heads;
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public @Nullable CsvRow next() throws IOException {
        List<String> cells = reader.next();
        return cells == null ? null : new CsvRow(reader.line(), heads, cells);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
