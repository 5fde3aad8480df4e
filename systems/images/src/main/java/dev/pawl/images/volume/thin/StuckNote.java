package dev.pawl.images.volume.thin;

import dev.pawl.images.volume.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// A file that says that a program got stuck here. It outlives the process, and whatever is stuck
/// may hold a lock of the kernel's: so nothing is tried until a person has removed it.
record StuckNote(Path directory) {
    private static final String FILE = "stuck";

    Optional<String> read() throws IOException {
        try {
            return Optional.of(Files.readString(file()).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void write(String reason) throws IOException {
        Path making = Files.writeString(directory.resolve(FILE + ".new"), reason + "\n");
        Durable.force(making);
        Files.move(making, file(), StandardCopyOption.ATOMIC_MOVE);
        Durable.force(directory);
    }

    void clear() throws IOException {
        if (Files.deleteIfExists(file())) Durable.force(directory);
    }

    private Path file() {
        return directory.resolve(FILE);
    }
}
