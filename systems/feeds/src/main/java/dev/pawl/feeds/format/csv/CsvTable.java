package dev.pawl.feeds.format.csv;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the rows of a document below its header row. Empty lines are skipped.
public final class CsvTable implements Records<CsvRow> {
    private final CsvReader reader;
    private final List<String> headers;

    private CsvTable(CsvReader reader) throws IOException {
        this.reader = reader;
        List<String> first = reader.next();
        this.headers = first == null ? List.of() : first.stream().map(String::strip).toList();
    }

    /// Opens a document at the first row below the headers.
    public static CsvTable open(Document document) throws IOException {
        CsvReader reader = new CsvReader(document.open(), document.name());
        try {
            return new CsvTable(reader);
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /// Returns the headers of what may be a table; none if the document does not start like one.
    public static List<String> headers(Document document) throws IOException {
        byte[] head = document.head();
        try (CsvReader reader = new CsvReader(new ByteArrayInputStream(head), document.name())) {
            return new CsvTable(reader).headers;
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public @Nullable CsvRow next() throws IOException {
        List<String> cells = reader.next();
        return cells == null ? null : new CsvRow(reader.line(), headers, cells);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
