package dev.pawl.store.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A growing array of bytes with the few primitive encodings that every format here consists of.
///
/// Numbers have a variable length with seven bits per byte. Lengths are stored plus one, since 0
/// stands for null.
public final class ByteSink {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int VARINT_BYTES_MAX = 10;

    private byte[] bytes;
    private int size;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    /// Returns the array itself, of which only the first [#size()] bytes count.
    public byte[] array() {
        return bytes;
    }

    /// Starts again at the start of the same array.
    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public void putByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    public void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    public void putLong(long value) {
        ensure(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
    }

    /// Reserves space for a length that is known only later, and returns its place.
    public int reserveLength() {
        ensure(Integer.BYTES);
        size += Integer.BYTES;
        return size - Integer.BYTES;
    }

    /// Writes the number of bytes that follow the reserved place.
    public void fillLength(int place) {
        INT.set(bytes, place, size - place - Integer.BYTES);
    }

    /// Writes a length into an array and returns the place behind it.
    public static int putInt(byte[] to, int place, int length) {
        INT.set(to, place, length);
        return place + Integer.BYTES;
    }

    public void putNumber(long value) {
        ensure(VARINT_BYTES_MAX);
        // In locals: this is the innermost loop of every commit.
        byte[] to = bytes;
        int at = size;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[at++] = (byte) rest;
        size = at;
    }

    /// Writes a number that may be negative.
    void putSigned(long value) {
        putNumber((value << 1) ^ (value >> 63));
    }

    public void putText(@Nullable String text) {
        if (text == null) {
            putNumber(0);
            return;
        }
        int start = size;
        putNumber(text.length() + 1L);
        if (putAscii(text)) return;
        size = start;
        putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public void putBytes(byte @Nullable [] value) {
        if (value == null) {
            putNumber(0);
            return;
        }
        putNumber(value.length + 1L);
        putRaw(value, 0, value.length);
    }

    void putRaw(byte[] value, int from, int length) {
        ensure(length);
        System.arraycopy(value, from, bytes, size, length);
        size += length;
    }

    void putTime(@Nullable Instant time) {
        if (time == null) {
            putByte(0);
            return;
        }
        putByte(1);
        putSigned(time.getEpochSecond());
        putNumber(time.getNano());
    }

    /// Writes the text as single bytes, or returns false if a character needs more than one; the
    /// caller then undoes what was written.
    boolean putAscii(String text) {
        int length = text.length();
        ensure(length);
        int at = size;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            if (letter >= 0x80) return false;
            bytes[at++] = (byte) letter;
        }
        size = at;
        return true;
    }

    /// Writes a number as exactly this many decimal digits.
    void putDigits(long value, int digits) {
        ensure(digits);
        long rest = value;
        for (int place = size + digits - 1; place >= size; place--) {
            bytes[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
