package dev.pawl.images.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// There was no space for what an archive holds; with more space the same extraction succeeds.
public final class DiskFull extends IOException {
    private static final long serialVersionUID = 1L;

    private final long missingBytes;

    DiskFull(Path where, long missingBytes, IOException cause) {
        super(
                "no space left below %s: at least %d more bytes are needed"
                        .formatted(where, missingBytes),
                cause);
        this.missingBytes = missingBytes;
    }

    /// Returns how many bytes are needed at least: what was left of the file being written.
    public long missingBytes() {
        return missingBytes;
    }

    /// Says whether an error means that a disk or a quota is full.
    ///
    /// The platform has no code for this, only the system's words.
    public static boolean isMeantBy(IOException error) {
        if (error instanceof DiskFull) return true;
        String words = String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("no space left") || words.contains("quota exceeded");
    }
}
