package dev.pawl.store.sqlite;

import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.store.sql.SqliteErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;

/// Maps errors of the journal's files to the engine's.
final class DiskErrors {
    private DiskErrors() {}

    /// Returns the exception for an error that occurred while `doing` something with `file`.
    static StoreException of(IOException error, String doing, Path file) {
        Kind kind = kind(error);
        String text =
                "%s %s failed: %s. %s".formatted(doing, file, error, SqliteErrors.advice(kind));
        return new StoreException(kind, text, error);
    }

    /// Java has no codes for these errors, only the system's messages.
    private static Kind kind(IOException error) {
        String message = String.valueOf(error.getMessage());
        if (message.contains("No space left") || message.contains("quota exceeded"))
            return Kind.FULL;
        boolean denied =
                error instanceof AccessDeniedException
                        || error instanceof FileNotFoundException
                        || error.getCause() instanceof ReadOnlyFileSystemException
                        || message.contains("Read-only file system");
        return denied ? Kind.READ_ONLY : Kind.IO;
    }
}
