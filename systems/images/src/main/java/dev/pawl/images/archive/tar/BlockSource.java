package dev.pawl.images.archive.tar;

import java.io.IOException;
import java.io.InputStream;

/// A buffered stream that is read in tar blocks, or in chunks without copying.
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

    /// Returns how many bytes were consumed so far.
    long offset() {
        return offset;
    }

    /// Reads up to `length` bytes; returns fewer only at the end.
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

    /// Returns the position of the next byte in the buffer.
    int position() {
        return position;
    }

    void take(int bytes) {
        position += bytes;
        offset += bytes;
    }

    /// Skips `bytes`; returns fewer only at the end.
    long skip(long bytes) throws IOException {
        long done = Math.min(bytes, limit - position);
        take((int) done);
        // Only a plain file can skip: a digest or a decompressor must see every byte.
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
