package dev.pawl.store.sqlite;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file each of whose writes returns when its bytes are on the disk.
///
/// It is written from its start to its end, and then again: what follows a write up to the end of
/// its block may become zero.
///
/// It is not written through a channel, because a channel is closed when its thread is interrupted.
/// Where the system allows it, writes are direct calls of the system ([SystemFile]): before each
/// synchronous write of a virtual thread the JDK wakes another thread, which a lone commit waits
/// for. Where the file system allows it too, they bypass the system's cache.
final class SyncedFile implements AutoCloseable {
    private final RandomAccessFile file;
    private final @Nullable BlockFile cached;
    private @Nullable BlockFile uncached;

    private SyncedFile(
            RandomAccessFile file, @Nullable BlockFile cached, @Nullable BlockFile uncached) {
        this.file = file;
        this.cached = cached;
        this.uncached = uncached;
    }

    /// Opens a file that exists.
    static SyncedFile open(Path path) throws IOException {
        return open(path, BlockFile.BLOCK_BYTES);
    }

    /// Opens a file that exists, and writes it in blocks of this size if the file system accepts
    /// them.
    static SyncedFile open(Path path, int block) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rwd");
        BlockFile cached = BlockFile.cached(path).orElse(null);
        return new SyncedFile(file, cached, BlockFile.uncached(path, block).orElse(null));
    }

    long length() throws IOException {
        return file.length();
    }

    void setLength(long bytes) throws IOException {
        file.setLength(bytes);
    }

    /// Writes the first `length` bytes at a position, and returns when they are on the disk.
    void write(long at, byte[] bytes, int length) throws IOException {
        BlockFile fast = uncached;
        if (fast != null && fast.accepts(at)) {
            try {
                fast.write(at, bytes, length);
                return;
            } catch (SystemFile.InvalidArgument _) {
                // This file system has other blocks.
                uncached = null;
                fast.close();
            }
        }
        writeCached(at, bytes, length);
    }

    /// Does the same at a position behind all writes so far, without an effect on the next one.
    void writeCached(long at, byte[] bytes, int length) throws IOException {
        if (cached != null) {
            cached.write(at, bytes, length);
        } else {
            file.seek(at);
            file.write(bytes, 0, length);
        }
    }

    @Override
    public void close() throws IOException {
        try (file;
                var _ = cached;
                var _ = uncached) {
            // All are closed, even if closing one fails.
        }
    }
}
