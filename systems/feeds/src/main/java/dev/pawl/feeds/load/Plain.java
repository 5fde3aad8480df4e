package dev.pawl.feeds.load;

import dev.pawl.feeds.base.Arrival;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the documents of a source without an orchestration: what is to be said of a place, or
/// compared with.
public final class Plain {
    private static final int AT_ONCE = 100;

    private Plain() {}

    /// Reads all items of these formats, in the order in which they would be loaded; records that
    /// cannot be used are left out.
    public static void read(Path place, List<Format<?>> formats, Taking taking) throws IOException {
        try (Pages pages = new Pages(Shelf.look(place, formats).documents(), Position.BEGIN)) {
            for (var some = next(pages); some != null; some = next(pages)) {
                for (Raw<?> raw : some) take(raw, taking);
            }
        } catch (SourceException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static @Nullable List<Raw<?>> next(Pages pages) throws SourceException, IOException {
        var portion = pages.next(AT_ONCE);
        return portion == null ? null : portion.records();
    }

    private static void take(Raw<?> raw, Taking taking) throws IOException {
        try {
            taking.take(raw.map().value());
        } catch (PoisonItem _) {
            // Whoever loads it is told.
        }
    }

    /// Does something with an item.
    @FunctionalInterface
    public interface Taking {
        void take(Arrival arrival) throws IOException;
    }
}
