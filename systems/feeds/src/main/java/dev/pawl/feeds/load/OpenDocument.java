package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Archive;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A document that is being read, record by record. For one thread.
public final class OpenDocument<R> implements AutoCloseable {
    private final Published<R> from;
    private final Records<R> records;
    private long place;

    private OpenDocument(Published<R> from, Records<R> records) {
        this.from = from;
        this.records = records;
    }

    /// Opens a file that must be of a format, after its first `skipped` records.
    public static <R> OpenDocument<R> of(Path file, Format<R> format, long skipped)
            throws IOException {
        try (Archive archive = Archive.open(file)) {
            Document document = archive.documents().getFirst();
            Optional<Edition> edition = format.recognise(archive.held(document));
            if (edition.isEmpty()) {
                throw new BadDocument(
                        "%s: expected a document of %s, found another"
                                .formatted(document.name(), format.name()));
            }
            String digest = archive.digest(document);
            return of(new Published<>(document, format, edition.get(), digest), skipped);
        }
    }

    static <R> OpenDocument<R> of(Published<R> from, long skipped) throws IOException {
        OpenDocument<R> open = new OpenDocument<>(from, from.open());
        try {
            while (open.place < skipped && open.next() != null) {
                // What was read before is read again, and not used.
            }
        } catch (IOException e) {
            open.close();
            throw e;
        }
        return open;
    }

    /// Returns the next record, or null after the last.
    public @Nullable Raw<R> next() throws IOException {
        R record = records.next();
        return record == null ? null : new Raw<>(from, record, ++place);
    }

    /// Returns how many records were read or skipped.
    public long place() {
        return place;
    }

    Published<R> from() {
        return from;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
