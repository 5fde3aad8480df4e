package dev.pawl.run;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Encoded bytes of a request, a response or an event; compared by content.
///
/// The bytes are shared, not copied: whoever makes a payload must not change them afterwards.
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    // A race does no harm: what is kept never changes, and who does not see it reads the bytes.
    private @Nullable Object value;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Returns a payload of these bytes.
    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes);
    }

    /// Returns a payload of this text in UTF-8.
    public static Payload of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the payload without content.
    public static Payload empty() {
        return EMPTY;
    }

    /// Returns the bytes; they must not be changed.
    public byte[] bytes() {
        return bytes;
    }

    /// Returns the value that was kept with the bytes, if any: reading them again is not needed.
    public @Nullable Object value() {
        return value;
    }

    /// Keeps the value that the bytes stand for, for those who will ask; it must never change.
    public void keep(Object meant) {
        if (bytes.length > 0) value = meant;
    }

    /// Returns how many bytes there are.
    public int size() {
        return bytes.length;
    }

    /// Returns the bytes read as UTF-8.
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return text();
    }
}
