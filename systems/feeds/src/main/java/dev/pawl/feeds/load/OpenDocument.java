package dev.pawl.feeds.load;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.DocumentFile;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An open document, read record by record. For one thread.
public final class OpenDocument<R> implements AutoCloseable {
    private final RecognizedDocument<R> from;
    private final Records<R> records;
    private long position;

    private OpenDocument(RecognizedDocument<R> from, Records<R> records) {
        this.from = from;
        this.records = records;
    }

    /// Opens a file of a known format, after its first `skipped` records.
    public static <R> OpenDocument<R> of(Path file, Format<R> format, long skipped)
            throws IOException {
        try (DocumentFile archive = DocumentFile.open(file)) {
            Document document = archive.documents().getFirst();
            Optional<Edition> edition = format.recognise(archive.buffered(document));
            if (edition.isEmpty()) {
                throw new BadDocument(
                        "%s: expected a document of %s, found something else"
                                .formatted(document.name(), format.name()));
            }
            String digest = archive.digest(document);
            return of(new RecognizedDocument<>(document, format, edition.get(), digest), skipped);
        }
    }

    static <R> OpenDocument<R> of(RecognizedDocument<R> from, long skipped) throws IOException {
        OpenDocument<R> open = new OpenDocument<>(from, from.open());
        try {
            while (open.position < skipped && open.next() != null) {
                // Formats cannot seek: skipped records are read again and dropped.
            }
        } catch (IOException e) {
            open.close();
            throw e;
        }
        return open;
    }

    /// Returns the next record, or null after the last.
    public @Nullable RawRecord<R> next() throws IOException {
        R record = records.next();
        return record == null ? null : new RawRecord<>(from, record, ++position);
    }

    /// Returns the number of records read or skipped.
    public long position() {
        return position;
    }

    RecognizedDocument<R> from() {
        return from;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
