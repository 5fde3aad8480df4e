package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Validator;
import java.util.Optional;
import java.util.OptionalLong;

/// The content of a response, read piece by piece.
public interface ContentBody extends AutoCloseable {

    Announced announced();

    /// Reads some bytes and returns how many, or -1 at the end.
    int read(byte[] buffer) throws FetchException;

    /// Called after the last byte: throws if the bytes may belong to two contents.
    default void confirm() throws FetchException {}

    /// Closes the response and abandons the bytes that have not arrived.
    @Override
    void close();

    /// What is known before the first byte: where the body starts in the content, the length and
    /// the validator of the whole content, and whether a truncated body is detected without a
    /// length.
    record Announced(long from, OptionalLong total, Optional<Validator> validator, boolean hasEnd) {

        /// Returns this with another total if it has none.
        public Announced orTotal(OptionalLong other) {
            return total.isPresent() ? this : new Announced(from, other, validator, hasEnd);
        }
    }
}
