package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The directory of a store: what is in it, and how it is opened and left.
final class Home {
    private static final String FILE = "pawl.db";

    private Home() {}

    /// Returns the store's file in `home`.
    static Path file(Path home) {
        return home.resolve(FILE);
    }

    /// Makes the directory, for its owner alone, if there is none; one that everybody may write is
    /// refused.
    static Path create(Path home) {
        try {
            if (!Files.isDirectory(home)) {
                Files.createDirectories(home, OwnerOnly.directory());
            } else if (OwnerOnly.isOpenToAll(home)) {
                throw new StoreException(
                        Kind.EXPOSED,
                        ("everybody may write the directory %s, and so replace the store in it;"
                                        + " do `chmod o-w %s`, or use another directory")
                                .formatted(home, home),
                        null);
            }
            return file(home);
        } catch (IOException e) {
            throw new StoreException(
                    Kind.READ_ONLY, "the directory %s cannot be made: %s".formatted(home, e), e);
        }
    }

    /// Makes the store's file, for its owner alone, if there is none. SQLite would make it for
    /// everybody to read, and gives its log the mode of the file.
    static void createFile(Path file) {
        try {
            if (!Files.exists(file)) Files.createFile(file, OwnerOnly.file());
        } catch (IOException e) {
            throw new StoreException(
                    Kind.READ_ONLY, "the file %s cannot be made: %s".formatted(file, e), e);
        }
    }

    static StoreLock lock(Path home) {
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
    static StoreException cannotOpen(Exception error, Path file) {
        return switch (error) {
            case StoreException known -> known;
            case SQLException sql -> SqlErrors.of(sql, "opening", file);
            case IOException disk -> DiskErrors.of(disk, "opening the journal of", file);
            case RuntimeException damage -> SqlErrors.damaged(damage, "the journal", file);
            default -> throw new IllegalStateException(error);
        };
    }

    /// Closes both, and keeps what goes wrong with the failure that is known already.
    static void closeAfter(
            @Nullable StoreException failure, @Nullable Session session, @Nullable StoreLock lock) {
        try (lock;
                session) {
            return;
        } catch (IOException | SQLException e) {
            if (failure != null) failure.addSuppressed(e);
        }
    }
}
