package dev.pawl.store;

import java.util.Arrays;

/// A part of an array that somebody else made and that nobody changes.
final class ByteSpan {
    private final byte[] array;
    private final int from;
    private final int length;

    ByteSpan(byte[] array, int from, int length) {
        this.array = array;
        this.from = from;
        this.length = length;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOfRange(array, from, from + length);
    }

    void copyTo(byte[] target, int at) {
        System.arraycopy(array, from, target, at, length);
    }

    ByteSource source() {
        return new ByteSource(array, from, length);
    }
}
