package dev.pawl.cli.classes.context;

import dev.pawl.cli.shell.CommandException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A small file of the home directory. It is replaced atomically and synced first, so a crash
/// leaves either the old or the new content.
final class HomeFile {
    private final Path file;

    HomeFile(Path home, String name) {
        this.file = home.resolve(name);
    }

    Path path() {
        return file;
    }

    Optional<String> read() {
        if (!Files.exists(file)) return Optional.empty();
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            throw CommandException.store("%s cannot be read: %s".formatted(file, e));
        }
    }

    void write(String content) {
        try {
            Path home = file.toAbsolutePath().getParent();
            if (home != null) Files.createDirectories(home);
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, content);
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(
                    next,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CommandException.store("%s cannot be written: %s".formatted(file, e));
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw CommandException.store("%s cannot be deleted: %s".formatted(file, e));
        }
    }
}
