package dev.pawl.images.archive.hostile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Builds a tar header without any checks.
final class TarHeader {
    private final byte[] block = new byte[TarWriter.BLOCK];

    TarHeader(String name) {
        text(0, 100, name);
        mode(0644);
        octal(108, 8, 0);
        octal(116, 8, 0);
        size(0);
        octal(136, 12, 1_700_000_000L);
        type('0');
        text(257, 8, "ustar\00000");
    }

    TarHeader type(char type) {
        block[156] = (byte) type;
        return this;
    }

    TarHeader mode(int mode) {
        octal(100, 8, mode);
        return this;
    }

    TarHeader link(String target) {
        text(157, 100, target);
        return this;
    }

    TarHeader size(long size) {
        octal(124, 12, size);
        return this;
    }

    /// Sets the size in GNU's binary form.
    TarHeader binarySize(long size) {
        block[124] = (byte) (size < 0 ? 0xff : 0x80);
        for (int i = 1; i < 4; i++) block[124 + i] = (byte) (size < 0 ? 0xff : 0);
        ByteBuffer.wrap(block).putLong(128, size);
        return this;
    }

    /// Sets bytes at any position.
    TarHeader bytes(int at, byte... bytes) {
        System.arraycopy(bytes, 0, block, at, bytes.length);
        return this;
    }

    TarHeader prefix(String prefix) {
        text(345, 155, prefix);
        return this;
    }

    /// Makes it a sparse file in GNU's old format, with one part at its end.
    TarHeader sparse(long offset, long length, long realSize) {
        type('S');
        text(257, 8, "ustar  \0");
        octal(386, 12, offset);
        octal(398, 12, length);
        octal(483, 12, realSize);
        return this;
    }

    /// Returns the block with its checksum.
    byte[] block() {
        text(148, 8, "        ");
        int sum = 0;
        for (byte value : block) sum += value & 0xff;
        text(148, 8, "%06o\0 ".formatted(sum));
        return block.clone();
    }

    /// Returns the block with a wrong checksum.
    byte[] unsound() {
        byte[] wrong = block();
        wrong[150] ^= 1;
        return wrong;
    }

    private void octal(int at, int length, long value) {
        text(at, length, "%0" + (length - 1) + "o\0", value);
    }

    private void text(int at, int length, String format, long value) {
        text(at, length, format.formatted(value));
    }

    private void text(int at, int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < length; i++) block[at + i] = i < bytes.length ? bytes[i] : 0;
    }
}
