package dev.pawl.images.archive;

import java.io.IOException;
import java.io.InputStream;

/// A buffered stream that is read in tar's blocks, and in pieces without copying.
final class BlockSource {
    static final int BLOCK = 512;

    private static final int BUFFER = 256 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private long offset;

    BlockSource(InputStream in) {
        this.in = in;
    }

    /// Returns how many bytes were taken so far.
    long offset() {
        return offset;
    }

    /// Reads up to `length` bytes into `bytes`; returns how many there were before the end.
    int read(byte[] bytes, int from, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int piece = piece(length - done);
            if (piece == 0) break;
            System.arraycopy(buffer, position, bytes, from + done, piece);
            take(piece);
            done += piece;
        }
        return done;
    }

    /// Returns how many of the next `most` bytes are in the buffer; 0 only at the end.
    int piece(long most) throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(buffer, 0, BUFFER));
        }
        return (int) Math.min(most, limit - position);
    }

    byte[] buffer() {
        return buffer;
    }

    /// Returns where the next bytes are in the buffer.
    int position() {
        return position;
    }

    void take(int bytes) {
        position += bytes;
        offset += bytes;
    }

    /// Leaves out `bytes`; returns how many there were before the end.
    long skip(long bytes) throws IOException {
        long done = Math.min(bytes, limit - position);
        take((int) done);
        // Only a file is left out without reading: all others must see every byte.
        if (in instanceof FileBytes file) {
            long skipped = file.skip(bytes - done);
            offset += skipped;
            return done + skipped;
        }
        while (done < bytes) {
            int piece = piece(bytes - done);
            if (piece == 0) break;
            take(piece);
            done += piece;
        }
        return done;
    }
}
