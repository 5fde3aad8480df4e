package dev.pawl.feeds.load;

import dev.pawl.feeds.database.ParsedItem;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the items of documents without an engine.
public final class DirectReader {
    private static final int CHUNK = 100;

    private DirectReader() {}

    /// Passes all items of these formats to a consumer, in the order in which they would be loaded.
    /// Records that would be quarantined are left out.
    public static void read(Path location, List<Format<?>> formats, ItemConsumer consumer)
            throws IOException {
        try (DocumentReader reader =
                new DocumentReader(
                        DocumentScan.scan(location, formats).documents(), Position.START)) {
            for (var chunk = next(reader); chunk != null; chunk = next(reader)) {
                for (RawRecord<?> raw : chunk) pass(raw, consumer);
            }
        } catch (SourceException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static @Nullable List<RawRecord<?>> next(DocumentReader reader)
            throws SourceException, IOException {
        var chunk = reader.next(CHUNK);
        return chunk == null ? null : chunk.records();
    }

    private static void pass(RawRecord<?> raw, ItemConsumer consumer) throws IOException {
        try {
            consumer.accept(raw.map().value());
        } catch (PoisonItem _) {
            // The load quarantines it and reports the error.
        }
    }

    /// Receives items.
    @FunctionalInterface
    public interface ItemConsumer {
        void accept(ParsedItem item) throws IOException;
    }
}
