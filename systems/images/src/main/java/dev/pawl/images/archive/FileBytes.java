package dev.pawl.images.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A range of a file as a stream that counts what it reads and heeds interruption.
final class FileBytes extends InputStream {
    private final FileChannel channel;
    private final Meter meter;
    private final long end;
    private long position;

    FileBytes(FileChannel channel, Span span, Meter meter) {
        this.channel = channel;
        this.meter = meter;
        this.position = span.offset();
        this.end = span.offset() + span.length();
    }

    /// Returns the first bytes of a range, at most `most`.
    static byte[] head(FileChannel channel, Span span, int most) throws IOException {
        ByteBuffer head = ByteBuffer.allocate((int) Math.min(most, span.length()));
        long position = span.offset();
        while (head.hasRemaining()) {
            int read = channel.read(head, position);
            if (read < 0) break;
            position += read;
        }
        byte[] bytes = new byte[head.flip().remaining()];
        head.get(bytes);
        return bytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (position >= end) return -1;
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while reading an archive");
        }
        int most = (int) Math.min(length, end - position);
        int read = channel.read(ByteBuffer.wrap(bytes, from, most), position);
        if (read < 0) return -1;
        position += read;
        meter.read(read);
        return read;
    }

    /// Goes on without reading, never beyond the end.
    @Override
    public long skip(long bytes) {
        long skipped = Math.max(0, Math.min(bytes, end - position));
        position += skipped;
        meter.read(skipped);
        return skipped;
    }

    /// A range of bytes in a file.
    record Span(long offset, long length) {}
}
