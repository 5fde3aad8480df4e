package dev.pawl.store;

import java.util.Arrays;

/// A part of an array that somebody else made and that nobody changes.
record ByteSpan(byte[] array, int from, int length) {

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
