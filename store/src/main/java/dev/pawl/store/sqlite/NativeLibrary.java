package dev.pawl.store.sqlite;

import dev.pawl.store.threads.RetryDelay;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The directory into which the SQLite driver unpacks its native library, one for each process.
///
/// The driver removes its copy when the process exits, but not when it is killed. So each process
/// locks its directory, and removes the directories that are not locked. If that fails, or another
/// process holds the lock for too long, the driver unpacks into the temporary directory, and the
/// files of killed processes stay there.
final class NativeLibrary {
    private static final String DIRECTORY = "org.sqlite.tmpdir";
    private static final String LIBRARY = "org.sqlite.lib.path";
    private static final String LOCK = "lock";

    /// Another process holds the lock while it removes abandoned directories.
    private static final long LOCK_NANOS_MAX = Duration.ofSeconds(5).toNanos();

    /// Held until this process ends; null if the driver uses its own default.
    private static final @Nullable FileChannel HELD = held();

    private NativeLibrary() {}

    /// Makes the driver unpack into a directory of this process (default: the directory that the
    /// user has set).
    static void prepare() {
        boolean closed = HELD != null && !HELD.isOpen();
        if (closed)
            throw new IllegalStateException(
                    "the lock on the native library's directory was released");
    }

    private static @Nullable FileChannel held() {
        if (System.getProperty(DIRECTORY) != null || System.getProperty(LIBRARY) != null) {
            return null;
        }
        try {
            Path all = directory();
            // One process at a time: a directory that was just created is not locked yet.
            try (FileChannel channel = open(all.resolve(LOCK));
                    FileLock lock = locked(channel)) {
                if (lock == null) return null;
                removeAbandoned(all);
                return take(all);
            }
        } catch (IOException | RuntimeException _) {
            return null;
        }
    }

    /// Returns the lock, or null if another process holds it for too long: that one was suspended,
    /// or is not a Pawl process. A store also opens without a directory of its own, so it does not
    /// wait any longer.
    private static @Nullable FileLock locked(FileChannel channel) throws IOException {
        long until = System.nanoTime() + LOCK_NANOS_MAX;
        RetryDelay backoff = new RetryDelay();
        while (true) {
            FileLock lock = channel.tryLock();
            if (lock != null || System.nanoTime() - until > 0) return lock;
            backoff.pause();
        }
    }

    /// Returns the directory of this user; one that another user created is refused.
    private static Path directory() throws IOException {
        String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_");
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "pawl-native-" + user);
        try {
            return Files.createDirectory(directory, OwnerOnly.directory());
        } catch (FileAlreadyExistsException e) {
            boolean own =
                    Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                            && OwnerOnly.isMine(directory);
            if (!own) throw e;
            return directory;
        }
    }

    private static FileChannel take(Path all) throws IOException {
        Path mine = Files.createTempDirectory(all, "sqlite-", OwnerOnly.directory());
        Path file = mine.resolve(LOCK);
        FileChannel held = open(file);
        FileLock lock = held.lock();
        assert lock.isValid();
        // Removed in the opposite order, after the library.
        mine.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        System.setProperty(DIRECTORY, mine.toString());
        return held;
    }

    private static void removeAbandoned(Path all) throws IOException {
        for (Path each : entries(all)) {
            if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) continue;
            try {
                removeIfAbandoned(each);
            } catch (IOException _) {
                // It does no harm, and the next process retries.
            }
        }
    }

    private static void removeIfAbandoned(Path directory) throws IOException {
        try (FileChannel channel = open(directory.resolve(LOCK));
                FileLock lock = channel.tryLock()) {
            if (lock == null) return;
            for (Path file : entries(directory)) Files.delete(file);
        }
        Files.delete(directory);
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    private static FileChannel open(Path lock) throws IOException {
        return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
