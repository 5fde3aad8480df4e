package dev.pawl.fetch.transfer;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The file system of a target: its free space, its errors, and how it is synced.
final class TargetDisk {
    /// Java has no codes for these errors, only the texts of the operating system.
    private static final Pattern FULL =
            Pattern.compile("No space left|quota exceeded|File too large");

    private final FetchSubject subject;
    private final Path directory;

    TargetDisk(FetchSubject subject, Path directory) {
        this.subject = subject;
        this.directory = directory;
    }

    /// Throws if so many bytes do not fit.
    void requireSpace(long bytes) throws FetchException {
        long usable = usable();
        if (bytes > usable) throw full(bytes, usable, null);
    }

    /// Returns the error for a failed write, when `left` bytes were still to be written.
    FetchException failed(IOException error, long left) {
        if (!FULL.matcher(String.valueOf(error.getMessage())).find()) {
            return subject.error(
                    Kind.UNWRITABLE,
                    "expected to write in %s, found %s; check the directory and its disk"
                            .formatted(directory, error),
                    error);
        }
        try {
            return full(left, usable(), error);
        } catch (FetchException e) {
            e.addSuppressed(error);
            return e;
        }
    }

    private FetchException full(long bytes, long usable, @Nullable IOException cause) {
        long missing = Math.max(1, bytes - usable);
        String problem =
                "expected space for %d bytes in %s, found %d bytes too few; free some space"
                        .formatted(bytes, directory, missing);
        return FetchException.full(subject.message(problem), missing, cause);
    }

    private long usable() throws FetchException {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw subject.error(
                    Kind.UNWRITABLE,
                    "expected the directory %s, found %s; create it".formatted(directory, e),
                    e);
        }
    }

    /// Makes the names in the directory durable, even if the thread is interrupted meanwhile.
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
