package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The file system of a target: its space, its errors and its syncs.
final class Disk {
    /// The platform has no codes for these, only the system's words.
    private static final Pattern FULL =
            Pattern.compile("No space left|quota exceeded|File too large");

    private final Subject subject;
    private final Path directory;

    Disk(Subject subject, Path directory) {
        this.subject = subject;
        this.directory = directory;
    }

    /// Refuses what will not fit.
    void requireSpace(long bytes) throws SourceException {
        long usable = usable();
        if (bytes > usable) throw full(bytes, usable, null);
    }

    /// Returns what an error means that happened with so many bytes yet to be written.
    SourceException failed(IOException error, long left) {
        if (!FULL.matcher(String.valueOf(error.getMessage())).find()) {
            return subject.error(
                    Kind.REFUSED,
                    "expected to write in %s, found %s; check the directory and its disk"
                            .formatted(directory, error),
                    error);
        }
        try {
            return full(left, usable(), error);
        } catch (SourceException e) {
            e.addSuppressed(error);
            return e;
        }
    }

    private SourceException full(long bytes, long usable, @Nullable IOException cause) {
        long missing = Math.max(1, bytes - usable);
        String problem =
                "expected space for %d bytes in %s, found %d bytes too few; make space there"
                        .formatted(bytes, directory, missing);
        return SourceException.full(subject.message(problem), missing, cause);
    }

    private long usable() throws SourceException {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected the directory %s, found %s; make it".formatted(directory, e),
                    e);
        }
    }

    /// Makes names in the directory durable, also for a thread that is interrupted meanwhile.
    void sync() throws IOException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                    names.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    isInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }
}
