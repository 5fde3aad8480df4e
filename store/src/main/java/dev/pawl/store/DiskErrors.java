package dev.pawl.store;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;

/// What errors of the journal's files mean to the engine.
final class DiskErrors {
    private DiskErrors() {}

    /// Returns the exception for an error that happened while `doing` something with `file`.
    static StoreException of(IOException error, String doing, Path file) {
        Kind kind = kind(error);
        String message =
                "%s %s failed: %s. %s".formatted(doing, file, error, SqlErrors.advice(kind));
        return new StoreException(kind, message, error);
    }

    /// The platform has no codes for these, only the system's words.
    private static Kind kind(IOException error) {
        String words = String.valueOf(error.getMessage());
        if (words.contains("No space left") || words.contains("quota exceeded")) return Kind.FULL;
        boolean denied =
                error instanceof AccessDeniedException
                        || error instanceof FileNotFoundException
                        || error.getCause() instanceof ReadOnlyFileSystemException
                        || words.contains("Read-only file system");
        return denied ? Kind.READ_ONLY : Kind.IO;
    }
}
