package dev.pawl.feeds.format;

import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the records of a document one after the other. For one thread.
public interface Records<R> extends AutoCloseable {
    /// Returns the next record, or null after the last. Throws [BadDocument] if the document is
    /// truncated or malformed.
    @Nullable R next() throws IOException;

    @Override
    void close() throws IOException;

    /// Returns the results of a function for these records, without those that are null.
    default <T> Records<T> mapped(Function<R, @Nullable T> function) {
        Records<R> records = this;
        return new Records<>() {
            @Override
            public @Nullable T next() throws IOException {
                for (R record = records.next(); record != null; record = records.next()) {
                    T result = function.apply(record);
                    if (result != null) return result;
                }
                return null;
            }

            @Override
            public void close() throws IOException {
                records.close();
            }
        };
    }
}
