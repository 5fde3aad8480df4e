package dev.pawl.feeds.format;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// What comes out of a compressed stream, as long as it is not absurdly more than went in.
final class Expanding extends FilterInputStream {
    private static final long BYTES_MAX = 8L << 30;
    private static final long TOTAL_BYTES_MAX = 32L << 30;
    // Text of the real publishers expands up to some 30 times; deflate itself ends at 1,032.
    private static final long TIMES_MAX = 200;
    private static final long ALWAYS_BYTES = 10L << 20;

    private final String name;
    private final long bytesMax;
    private long bytes;

    private Expanding(InputStream in, String name, long bytesMax) {
        super(in);
        this.name = name;
        this.bytesMax = bytesMax;
    }

    /// Returns a stream that ends with [BadDocument] if too much comes out of `compressed` bytes.
    static Expanding of(InputStream in, String name, long compressed) {
        return new Expanding(in, name, Math.min(BYTES_MAX, reasonable(compressed)));
    }

    /// Returns a stream that ends with [BadDocument] after as many bytes as its zip file says.
    static Expanding upTo(long bytes, InputStream in, String name) {
        return new Expanding(in, name, bytes);
    }

    /// Refuses a zip file that says that it has too many bytes for its size. Each file in it is
    /// held to what it says, so this is all that can come out.
    static void requireTotal(String name, long bytes, long compressed) throws BadDocument {
        long most = Math.min(TOTAL_BYTES_MAX, reasonable(compressed));
        if (bytes <= most) return;
        throw new BadDocument(
                "%s: expected at most %d bytes in all its files, found %d: refused as a bomb"
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
                    "%s is cut off: its compressed data ends after %d bytes of content"
                            .formatted(name, bytes),
                    e);
        } catch (IOException e) {
            throw new BadDocument(
                    "%s: its compressed data is damaged after %d bytes of content: %s"
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
                    "%s: expected at most %d bytes after expanding, found more: refused as a bomb"
                            .formatted(name, bytesMax));
        }
    }
}
