package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.sql.SqliteErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The directory of a store: its files, and how it is opened and closed.
public final class StoreHome {
    private static final String FILE = "pawl.db";

    private StoreHome() {}

    /// Returns the store's file in `home`.
    public static Path file(Path home) {
        return home.resolve(FILE);
    }

    /// Creates the directory, accessible to its owner only, if it does not exist; refuses one that
    /// every user may write to.
    public static Path create(Path home) {
        try {
            if (!Files.isDirectory(home)) {
                Files.createDirectories(home, OwnerOnly.directory());
            } else if (OwnerOnly.isOpenToAll(home)) {
                throw new StoreException(
                        Kind.EXPOSED,
                        ("every user may write to the directory %s, and so replace the store in it;"
                                        + " run `chmod o-w %s`, or use another directory")
                                .formatted(home, home),
                        null);
            }
            return file(home);
        } catch (IOException e) {
            throw new StoreException(
                    Kind.READ_ONLY, "the directory %s cannot be created: %s".formatted(home, e), e);
        }
    }

    /// Creates the store's file, accessible to its owner only, if it does not exist. SQLite would
    /// make it readable for every user, and gives its log the permissions of the file.
    public static void createFile(Path file) {
        try {
            if (!Files.exists(file)) Files.createFile(file, OwnerOnly.file());
        } catch (IOException e) {
            throw new StoreException(
                    Kind.READ_ONLY, "the file %s cannot be created: %s".formatted(file, e), e);
        }
    }

    public static StoreLock lock(Path home) {
        try {
            return StoreLock.take(home);
        } catch (IOException e) {
            throw new StoreException(
                    Kind.READ_ONLY,
                    "the store in %s cannot be locked: %s. Make the directory writable"
                            .formatted(home, e),
                    e);
        }
    }

    /// Returns why a store could not be opened.
    public static StoreException cannotOpen(Exception error, Path file) {
        return switch (error) {
            case StoreException known -> known;
            case SQLException sql -> SqliteErrors.of(sql, "opening", file);
            case IOException disk -> DiskErrors.of(disk, "opening the journal of", file);
            case RuntimeException damage -> SqliteErrors.damaged(damage, "the journal", file);
            default -> throw new IllegalStateException(error);
        };
    }

    /// Closes both, and adds an error of closing to the failure.
    public static void closeAfter(
            @Nullable StoreException failure,
            @Nullable SqlSession session,
            @Nullable StoreLock lock) {
        try (lock;
                session) {
            return;
        } catch (IOException | SQLException e) {
            if (failure != null) failure.addSuppressed(e);
        }
    }
}
