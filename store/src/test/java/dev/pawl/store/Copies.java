package dev.pawl.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Copies of a store's files, as the disk has them when a process dies.
final class Copies {
    private Copies() {}

    /// Copies file and log between two groups of commits, and returns the new home.
    static Path copy(SqliteStore store, Path to) {
        store.exclusively(file -> {
            Files.createDirectories(to);
            for (String suffix : new String[] {"", "-wal"}) {
                Files.copy(Path.of(file + suffix), Path.of(Home.file(to) + suffix));
            }
        });
        return to;
    }

    /// Copies a home that nobody uses, with the log cut off after so many bytes.
    static Path cut(Path home, Path to, long logBytes) {
        try {
            Files.createDirectories(to);
            Files.copy(Home.file(home), Home.file(to));
            byte[] log = Files.readAllBytes(Path.of(Home.file(home) + "-wal"));
            byte[] part = java.util.Arrays.copyOf(log, (int) Math.min(log.length, logBytes));
            Files.write(Path.of(Home.file(to) + "-wal"), part);
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
