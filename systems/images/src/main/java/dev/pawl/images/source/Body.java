package dev.pawl.images.source;

import java.util.Optional;
import java.util.OptionalLong;

/// The content of an object on its way.
interface Body extends AutoCloseable {

    Announced announced();

    /// Reads some bytes and returns how many, or -1 at the end.
    int read(byte[] buffer) throws SourceException;

    /// Called after the last byte: throws if what was read may be the content of two objects.
    void confirm() throws SourceException;

    /// Ends it; what has not come yet is given up.
    @Override
    void close();

    /// What was said before the first byte: where it begins in the object, how long the whole
    /// object is and what it is, and whether the end can be told from a cut without a length.
    record Announced(
            long from, OptionalLong total, Optional<Validator> validator, boolean hasEnd) {}
}
