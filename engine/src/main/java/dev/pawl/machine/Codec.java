package dev.pawl.machine;

import dev.pawl.run.Payload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns requests, responses, contexts and events into bytes and back.
///
/// A value that cannot be encoded or decoded is an `IllegalArgumentException` that says which type
/// was expected and what was found.
public interface Codec {

    /// Returns the bytes of a value; null is one too, the result of a call that has none.
    Payload encode(@Nullable Object value);

    /// Returns the value of these bytes.
    <T extends @Nullable Object> T decode(Payload payload, Class<T> type);

    /// Returns why values of a type that can be encoded could never be decoded; empty if they can
    /// be.
    default Optional<String> fault(Class<?> type) {
        return Optional.empty();
    }

    /// Returns `before` with the fields of `after` that are not null in their places.
    Payload patch(Payload before, Payload after);
}
