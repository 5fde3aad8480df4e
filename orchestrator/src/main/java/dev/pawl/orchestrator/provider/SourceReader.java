package dev.pawl.orchestrator.provider;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An open source. One thread at a time uses it.
public interface SourceReader<R> extends AutoCloseable {
    /// Returns up to `atMost` records and the cursor that follows them, or null after the last.
    ///
    /// Throws [SourceException] for expected failures of a source; any other exception is a bug.
    @Nullable RecordChunk<R> next(int atMost) throws Exception;

    /// Returns the expected number of records in this cycle, or 0 if it is unknown.
    default long expected() {
        return 0;
    }

    @Override
    void close() throws IOException;
}
