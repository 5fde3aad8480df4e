package dev.pawl.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/// The yardstick "raw log": appends entries of one size to a preallocated file, one `force` per
/// group. At the end of the file it starts again at the front, so that the file stays preallocated.
public final class RawLog implements Yardstick {
    /// Every byte of an entry after its header.
    public static final byte FILLER = 0x5a;

    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;
    private static final int FILE_BYTES = 64 << 20;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int GROUP_MAX = 4_096;

    private final FileChannel channel;
    private final byte[] filler;
    private final ByteBuffer buffer;
    private long position;
    private long written;

    private RawLog(FileChannel channel, int entryBytes) {
        this.channel = channel;
        this.filler = new byte[entryBytes - HEAD_BYTES];
        Arrays.fill(filler, FILLER);
        this.buffer = ByteBuffer.allocateDirect(entryBytes * GROUP_MAX);
    }

    /// Creates and preallocates `file` for entries of `entryBytes`.
    public static RawLog open(Path file, int entryBytes) throws IOException {
        if (entryBytes <= HEAD_BYTES) {
            throw new IllegalArgumentException(
                    "an entry has more than %d bytes, not %d".formatted(HEAD_BYTES, entryBytes));
        }
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Filled with zeros rather than sparse: a first write would change the file's metadata.
        for (long at = 0; at < FILE_BYTES; at += BLOCK_BYTES) {
            writeFully(channel, ByteBuffer.allocate(BLOCK_BYTES), at);
        }
        channel.force(true);
        return new RawLog(channel, entryBytes);
    }

    @Override
    public void write(List<Transition> group) throws IOException {
        buffer.clear();
        for (Transition transition : group) {
            buffer.putLong(transition.run()).putInt(transition.step()).put(filler);
        }
        buffer.flip();
        int size = buffer.remaining();
        if (position + size > FILE_BYTES) position = 0;
        writeFully(channel, buffer, position);
        channel.force(false);
        position += size;
        written += size;
    }

    /// Returns how many bytes of entries were written.
    public long written() {
        return written;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long at)
            throws IOException {
        long to = at;
        while (bytes.hasRemaining()) to += channel.write(bytes, to);
    }
}
