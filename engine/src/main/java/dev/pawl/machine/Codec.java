package dev.pawl.machine;

import dev.pawl.run.Payload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Encodes requests, responses, contexts and events as bytes and decodes them.
///
/// Throws `IllegalArgumentException` for a value that cannot be encoded or decoded; the message
/// says which type was expected and what was found.
public interface Codec {

    /// Returns the bytes of a value. Null is a value too: the result of a call without a result.
    Payload encode(@Nullable Object value);

    /// Returns the value that the bytes encode.
    <T extends @Nullable Object> T decode(Payload payload, Class<T> type);

    /// Returns why values of a type could be encoded but not decoded; empty if they can be decoded.
    default Optional<String> fault(Class<?> type) {
        return Optional.empty();
    }

    /// Returns `before` with each field replaced by that of `after`, if that is not null.
    Payload patch(Payload before, Payload after);
}
