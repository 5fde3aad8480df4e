package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.DiskSync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// A file that records that a program got stuck in this pool. The stuck program may hold a kernel
/// lock, so nothing is tried, not even by a later process, until an operator clears the file.
record StuckFile(Path directory) {
    private static final String FILE = "stuck";

    Optional<String> read() throws IOException {
        try {
            return Optional.of(Files.readString(file()).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void write(String reason) throws IOException {
        Path temporary = Files.writeString(directory.resolve(FILE + ".new"), reason + "\n");
        DiskSync.force(temporary);
        Files.move(temporary, file(), StandardCopyOption.ATOMIC_MOVE);
        DiskSync.force(directory);
    }

    void clear() throws IOException {
        if (Files.deleteIfExists(file())) DiskSync.force(directory);
    }

    private Path file() {
        return directory.resolve(FILE);
    }
}
