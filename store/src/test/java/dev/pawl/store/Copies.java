package dev.pawl.store;

import dev.pawl.store.sqlite.Segments;
import dev.pawl.store.sqlite.StoreHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Copies of a store's files as a crash leaves them on the disk.
public final class Copies {
    private Copies() {}

    /// Copies the file, its log and its journal while nothing is committed, and returns the new
    /// home.
    public static Path copy(SqliteStore store, Path to) {
        store.exclusively(file -> copy(file.getParent(), to));
        return to;
    }

    /// Copies a home that no process writes to.
    public static Path copy(Path home, Path to) {
        try {
            Files.createDirectories(to);
            List<Path> files = new ArrayList<>(Segments.paths(StoreHome.file(home)));
            files.add(StoreHome.file(home));
            files.add(log(home));
            for (Path file : files) {
                if (Files.exists(file)) Files.copy(file, to.resolve(file.getFileName()));
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns SQLite's log in a home.
    public static Path log(Path home) {
        return Path.of(StoreHome.file(home) + "-wal");
    }
}
