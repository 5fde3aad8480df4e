package dev.pawl.feeds.format;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// What comes out of a compressed stream, as long as it is not absurdly more than went in.
class Expanding extends FilterInputStream {
    private static final long BYTES_MAX = 8L << 30;
    // Text of the real publishers expands up to some 30 times; deflate itself ends at 1,032.
    private static final long TIMES_MAX = 200;
    private static final long ALWAYS_BYTES = 10L << 20;

    private final String name;
    private final long bytesMax;
    private long bytes;

    Expanding(InputStream in, String name, long compressed) {
        super(in);
        this.name = name;
        this.bytesMax = Math.min(BYTES_MAX, ALWAYS_BYTES + Math.max(0, compressed) * TIMES_MAX);
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
