package dev.pawl.images.archive.tar;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Decompresses gzip and verifies the file to its very end.
///
/// Java's own stream takes whatever follows a member for the end of the file, so garbage goes
/// unnoticed, and it looks for another member only if its source has bytes available. Here another
/// member, zeros or the end must follow each member.
final class GzipBytes extends BlockStream {
    private static final int BUFFER = 64 << 10;
    private static final int FLAG_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int FLAGS_UNKNOWN = 0xe0;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private boolean isBetween = true;
    private boolean isDone;

    GzipBytes(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) return 0;
        while (!isDone) {
            if (isBetween && !startMember()) break;
            int read = inflate(bytes, from, length);
            if (read > 0) return read;
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }

    private int inflate(byte[] bytes, int from, int length) throws IOException {
        try {
            int read = inflater.inflate(bytes, from, length);
            crc.update(bytes, from, read);
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw damage("a preset dictionary");
            } else if (read == 0) {
                feed();
            }
            return read;
        } catch (DataFormatException e) {
            ArchiveViolation refusal = damage("bad data (%s)".formatted(e.getMessage()));
            refusal.initCause(e);
            throw refusal;
        }
    }

    private void feed() throws IOException {
        if (position == limit && !fill()) throw damage("the end of the file inside the data");
        inflater.setInput(buffer, position, limit - position);
        position = limit;
    }

    /// Reads the header of the next member; returns false at the end of the file.
    private boolean startMember() throws IOException {
        isBetween = false;
        int first = next();
        while (first == 0) first = next();
        if (first < 0) {
            isDone = true;
            return false;
        }
        if (first != 0x1f || need() != 0x8b) throw damage("other bytes after a member");
        if (need() != 8) throw damage("an unknown method");
        int flags = need();
        if ((flags & FLAGS_UNKNOWN) != 0) throw damage("unknown flags");
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) skip(need() | need() << 8);
        if ((flags & FLAG_NAME) != 0) skipText();
        if ((flags & FLAG_COMMENT) != 0) skipText();
        if ((flags & FLAG_CRC) != 0) skip(2);
        inflater.reset();
        crc.reset();
        return true;
    }

    private void endMember() throws IOException {
        position = limit - inflater.getRemaining();
        long expected = number();
        if (expected != crc.getValue()) {
            throw damage("checksum %08x of data with %08x".formatted(expected, crc.getValue()));
        }
        long length = number();
        if (length != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw damage("length %d of %d bytes".formatted(length, inflater.getBytesWritten()));
        }
        isBetween = true;
    }

    private long number() throws IOException {
        return need() | need() << 8 | need() << 16 | (long) need() << 24;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) need();
    }

    private void skipText() throws IOException {
        while (need() != 0) {}
    }

    private int need() throws IOException {
        int value = next();
        if (value < 0) throw damage("the end of the file inside a header or trailer");
        return value;
    }

    private int next() throws IOException {
        if (position == limit && !fill()) return -1;
        return buffer[position++] & 0xff;
    }

    private boolean fill() throws IOException {
        int read = in.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(0, read);
        return read > 0;
    }

    private static ArchiveViolation damage(String found) {
        return ArchiveViolation.of(
                ArchiveRule.COMPRESSION, "expected complete gzip members, found " + found);
    }
}
