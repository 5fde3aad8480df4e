package dev.pawl.store.sqlite;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file each of whose writes returns when its bytes are on the disk.
///
/// It is not written through a channel, because a channel is closed when its thread is interrupted.
/// Where the system allows it, writes are direct calls of the system ([SystemFile]): before each
/// synchronous write of a virtual thread the JDK wakes another thread, which a lone commit waits
/// for.
final class SyncedFile implements AutoCloseable {
    private final RandomAccessFile file;
    private final @Nullable SystemFile direct;

    private SyncedFile(RandomAccessFile file, @Nullable SystemFile direct) {
        this.file = file;
        this.direct = direct;
    }

    /// Opens a file that exists.
    static SyncedFile open(Path path) throws IOException {
        SystemFile direct = SystemFile.open(path).orElse(null);
        try {
            return new SyncedFile(new RandomAccessFile(path.toFile(), "rwd"), direct);
        } catch (IOException | RuntimeException | Error e) {
            if (direct != null) direct.close();
            throw e;
        }
    }

    long length() throws IOException {
        return file.length();
    }

    void setLength(long bytes) throws IOException {
        file.setLength(bytes);
    }

    /// Writes the first `length` bytes at a position, and returns when they are on the disk.
    void write(long at, byte[] bytes, int length) throws IOException {
        if (direct != null) {
            direct.write(at, bytes, length);
        } else {
            file.seek(at);
            file.write(bytes, 0, length);
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (direct != null) direct.close();
        }
    }
}
