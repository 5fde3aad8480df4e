package dev.pawl.store.format;

import java.util.Arrays;

/// A part of an array that was written elsewhere and no longer changes.
public final class ByteSpan {
    private final byte[] array;
    private final int from;
    private final int length;

    public ByteSpan(byte[] array, int from, int length) {
        this.array = array;
        this.from = from;
        this.length = length;
    }

    public int length() {
        return length;
    }

    public byte[] copy() {
        return Arrays.copyOfRange(array, from, from + length);
    }

    public void copyTo(byte[] target, int at) {
        System.arraycopy(array, from, target, at, length);
    }

    public ByteSource source() {
        return new ByteSource(array, from, length);
    }
}
