package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The right to write a store, held by one process as a lock on a file in its home directory.
///
/// The operating system releases the lock when the process ends, so the text that a crashed owner
/// left in the file has no effect; it is only used in the error message.
public final class StoreLock implements AutoCloseable {
    private static final String NAME = "pawl.lock";
    private static final int TEXT_BYTES_MAX = 256;

    /// The homes that this process has locked. It must be static: the system's locks belong to the
    /// process, and closing any other descriptor of the file would release them.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path home;
    private final FileChannel channel;

    private StoreLock(Path home, FileChannel channel) {
        this.home = home;
        this.channel = channel;
    }

    /// Locks a home directory that exists.
    static StoreLock take(Path home) throws IOException {
        Path real = home.toRealPath();
        if (!HELD.add(real)) throw inUse(home, owner(ProcessHandle.current()));
        FileChannel channel = null;
        try {
            channel =
                    FileChannel.open(
                            real.resolve(NAME),
                            Set.of(
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE),
                            OwnerOnly.file());
            if (channel.tryLock() == null) throw inUse(home, read(channel));
            channel.truncate(0);
            channel.write(utf8(owner(ProcessHandle.current())), 0);
            return new StoreLock(real, channel);
        } catch (IOException | StoreException e) {
            if (channel != null) channel.close();
            HELD.remove(real);
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.truncate(0);
        } finally {
            channel.close();
            HELD.remove(home);
        }
    }

    private static String owner(ProcessHandle process) {
        String started = process.info().startInstant().map(Instant::toString).orElse("unknown");
        return "process %d (started %s)".formatted(process.pid(), started);
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(TEXT_BYTES_MAX);
        channel.read(text, 0);
        String owner = StandardCharsets.UTF_8.decode(text.flip()).toString().strip();
        return owner.isEmpty() ? "another process" : owner;
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static StoreException inUse(Path home, String owner) {
        return new StoreException(
                Kind.LOCKED,
                "the store in %s is in use by %s; stop it first, or use another directory"
                        .formatted(home, owner),
                null);
    }
}
