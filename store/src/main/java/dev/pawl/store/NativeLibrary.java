package dev.pawl.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where the SQLite driver unpacks its native library: a directory of this process alone.
///
/// The driver removes its copy when the process ends, but not when it is killed. So each process
/// locks its directory, and removes the directories whose lock is free.
final class NativeLibrary {
    private static final String DIRECTORY = "org.sqlite.tmpdir";
    private static final String LIBRARY = "org.sqlite.lib.path";
    private static final String LOCK = "lock";

    /// Held for as long as this process lives; none where the driver is left to itself.
    private static final @Nullable FileChannel HELD = held();

    private NativeLibrary() {}

    /// Lets the driver unpack into a directory of this process, unless the user has chosen one.
    static void prepare() {
        boolean closed = HELD != null && !HELD.isOpen();
        if (closed) throw new IllegalStateException("the native library's directory was let go");
    }

    private static @Nullable FileChannel held() {
        if (System.getProperty(DIRECTORY) != null || System.getProperty(LIBRARY) != null) {
            return null;
        }
        try {
            Path all = directory();
            // One process at a time: a directory that was just made is not locked yet.
            try (FileChannel channel = open(all.resolve(LOCK));
                    FileLock lock = channel.lock()) {
                assert lock.isValid();
                removeAbandoned(all);
                return take(all);
            }
        } catch (IOException | RuntimeException _) {
            // Without a directory of its own the driver unpacks into the temporary one.
            return null;
        }
    }

    /// Returns the directory of this user, which no other user may have put there.
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
                // It does no harm, and the next process tries again.
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
