package dev.pawl.store.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads what a [ByteSink] wrote; throws [IllegalArgumentException] for bytes that it cannot have
/// written.
public final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int at;

    public ByteSource(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    public boolean isAtEnd() {
        return at >= end;
    }

    /// Returns the place in the array that is read next.
    public int position() {
        return at;
    }

    public byte[] array() {
        return bytes;
    }

    public int takeByte() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    public boolean takeBoolean() {
        return takeByte() != 0;
    }

    public long takeLong() {
        need(Long.BYTES);
        at += Long.BYTES;
        return ByteBuffer.wrap(bytes).getLong(at - Long.BYTES);
    }

    /// Reads a length that was reserved and filled in later.
    public int takeLength() {
        need(Integer.BYTES);
        int length = ByteBuffer.wrap(bytes).getInt(at);
        at += Integer.BYTES;
        need(length);
        return length;
    }

    public long takeNumber() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = takeByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
        throw new IllegalArgumentException("a number is not terminated at byte " + at);
    }

    public int takeInt() {
        return Math.toIntExact(takeNumber());
    }

    long takeSigned() {
        long value = takeNumber();
        return (value >>> 1) ^ -(value & 1);
    }

    public String takeText() {
        String text = takeNullableText();
        if (text == null) throw new IllegalArgumentException("text is expected before byte " + at);
        return text;
    }

    @Nullable String takeNullableText() {
        int length = takeInt() - 1;
        if (length < 0) return null;
        skip(length);
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    byte @Nullable [] takeBytes() {
        int length = takeInt() - 1;
        if (length < 0) return null;
        skip(length);
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    public void skip(int length) {
        need(length);
        at += length;
    }

    @Nullable Instant takeNullableTime() {
        if (!takeBoolean()) return null;
        return Instant.ofEpochSecond(takeSigned(), takeNumber());
    }

    Instant takeTime() {
        Instant time = takeNullableTime();
        if (time == null)
            throw new IllegalArgumentException("a time is expected before byte " + at);
        return time;
    }

    private void need(int length) {
        if (length < 0 || end - at < length) {
            throw new IllegalArgumentException(
                    "%d bytes are expected at byte %d, and %d are left"
                            .formatted(length, at, end - at));
        }
    }
}
