package dev.pawl.orchestrator.provider;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A source that is being read. For one thread at a time.
public interface Reading<R> extends AutoCloseable {
    /// Returns up to `atMost` records and the cursor that follows them, or null after the last.
    ///
    /// Throws [SourceException] for what a source may do, and anything else for what it must not.
    @Nullable Portion<R> next(int atMost) throws Exception;

    /// Returns how many records there will be in this cycle as far as anybody knows; 0 if nobody
    /// does.
    default long expected() {
        return 0;
    }

    @Override
    void close() throws IOException;
}
