package dev.pawl.images.archive.tar;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;

/// A range of a file as a stream that reports how many bytes it reads and stops on interruption.
public final class FileBytes extends BlockStream {
    private final FileChannel channel;
    private final LongConsumer counter;
    private final long end;
    private long position;

    public FileBytes(FileChannel channel, Span span, LongConsumer counter) {
        this.channel = channel;
        this.counter = counter;
        this.position = span.offset();
        this.end = span.offset() + span.length();
    }

    /// Returns the first bytes of a range, at most `most`.
    public static byte[] head(FileChannel channel, Span span, int most) throws IOException {
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
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (position >= end) return -1;
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while reading an archive");
        }
        int most = (int) Math.min(length, end - position);
        int read = channel.read(ByteBuffer.wrap(bytes, from, most), position);
        if (read < 0) return -1;
        position += read;
        counter.accept(read);
        return read;
    }

    /// Skips bytes without reading them, never beyond the end.
    @Override
    public long skip(long bytes) {
        long skipped = Math.max(0, Math.min(bytes, end - position));
        position += skipped;
        counter.accept(skipped);
        return skipped;
    }

    /// A range of bytes in a file.
    public record Span(long offset, long length) {}
}
