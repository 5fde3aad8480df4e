package dev.pawl.images.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// There is not enough space for the contents of an archive; with more space the same extraction
/// succeeds.
public final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1L;

    DiskFullException(Path where, long missingBytes, IOException cause) {
        super(
                "no space left below %s: at least %d more bytes are needed"
                        .formatted(where, missingBytes),
                cause);
    }

    /// Returns whether an error means that a disk or a quota is full.
    ///
    /// Java has no code for this, only the message of the system.
    public static boolean isMeantBy(IOException error) {
        if (error instanceof DiskFullException) return true;
        String words = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("no space left") || words.contains("quota exceeded");
    }
}
