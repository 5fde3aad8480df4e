package dev.pawl.feeds.format;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A decompressed stream that fails when it grows far beyond its compressed size.
final class BoundedExpansion extends FilterInputStream {
    private static final long BYTES_MAX = 8L << 30;
    private static final long TOTAL_BYTES_MAX = 32L << 30;
    // Real publications expand up to about 30 times; deflate itself can reach 1,032.
    private static final long TIMES_MAX = 200;
    private static final long ALWAYS_BYTES = 10L << 20;

    private final String name;
    private final long bytesMax;
    private long bytes;

    private BoundedExpansion(InputStream in, String name, long bytesMax) {
        super(in);
        this.name = name;
        this.bytesMax = bytesMax;
    }

    /// Returns a stream that throws [BadDocument] if too much comes out of `compressed` bytes.
    static BoundedExpansion of(InputStream in, String name, long compressed) {
        return new BoundedExpansion(in, name, Math.min(BYTES_MAX, reasonable(compressed)));
    }

    /// Returns a stream that throws [BadDocument] after as many bytes as its zip file declares.
    static BoundedExpansion upTo(long bytes, InputStream in, String name) {
        return new BoundedExpansion(in, name, bytes);
    }

    /// Rejects a zip file that declares too many bytes for its size. Each entry is held to its
    /// declared size, so this bounds the whole file.
    static void requireTotal(String name, long bytes, long compressed) throws BadDocument {
        long most = Math.min(TOTAL_BYTES_MAX, reasonable(compressed));
        if (bytes <= most) return;
        throw new BadDocument(
                "%s: expected at most %d bytes in all its files, found %d: rejected as a zip bomb"
                        .formatted(name, most, bytes));
    }

    private static long reasonable(long compressed) {
        return ALWAYS_BYTES + Math.max(0, compressed) * TIMES_MAX;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        try {
            int read = super.read(buffer, from, length);
            if (read > 0) count(read);
            return read;
        } catch (BadDocument e) {
            throw e;
        } catch (EOFException e) {
            throw new BadDocument(
                    "%s is truncated: its compressed data ends after %d bytes of content"
                            .formatted(name, bytes),
                    e);
        } catch (IOException e) {
            throw new BadDocument(
                    "%s is damaged: its compressed data is invalid after %d bytes of content: %s"
                            .formatted(name, bytes, e.getMessage()),
                    e);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        count(skipped);
        return skipped;
    }

    private void count(long more) throws BadDocument {
        bytes += more;
        if (bytes > bytesMax) {
            throw new BadDocument(
                    ("%s: expected at most %d bytes after decompression, found more: rejected as a"
                                    + " zip bomb")
                            .formatted(name, bytesMax));
        }
    }
}
