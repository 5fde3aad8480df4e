package dev.pawl.run;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The encoded bytes of a request, a response, a context or an event; compared by content.
///
/// The bytes are shared, not copied, and must not be changed after the payload is created.
public final class Payload {
    private static final Payload EMPTY = new Payload(new byte[0]);

    private final byte[] bytes;

    // A race is harmless: the value is immutable, and a thread that misses it decodes the bytes.
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

    /// Returns the empty payload.
    public static Payload empty() {
        return EMPTY;
    }

    /// Returns the bytes; they must not be changed.
    public byte[] bytes() {
        return bytes;
    }

    /// Returns the decoded value that is kept with the bytes, or null.
    public @Nullable Object value() {
        return value;
    }

    /// Keeps the decoded value with the bytes, so that they need not be decoded again. It must be
    /// immutable.
    public void keep(Object decoded) {
        if (bytes.length > 0) value = decoded;
    }

    /// Returns the number of bytes.
    public int size() {
        return bytes.length;
    }

    /// Returns the bytes as UTF-8 text.
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
