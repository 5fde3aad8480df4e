package dev.pawl.feeds.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads the records of a document one after the other. For one thread.
public interface Records<R> extends AutoCloseable {
    /// Returns the next record, or null after the last. Throws [BadDocument] if the document is
    /// truncated or malformed.
    @Nullable R next() throws IOException;

    @Override
    void close() throws IOException;
}
