package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Directories that are created once for all processes of a user, in the directory for temporary
/// files.
final class Cache {
    private Cache() {}

    /// Returns the directory `name`, which `making` creates if it does not exist. It appears only
    /// when it is complete, even if several processes create it at the same time.
    static Path directory(String name, Making making) throws IOException {
        Path parent =
                Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "pawl-servers-" + System.getProperty("user.name"));
        Path directory = parent.resolve(name);
        if (Files.isDirectory(directory)) return directory;
        Path fresh = Files.createTempDirectory(Files.createDirectories(parent), "making-");
        try {
            making.in(fresh.resolve(name));
            return Files.move(fresh.resolve(name), directory);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another process was faster and created the same.
            return directory;
        } finally {
            Directories.delete(fresh);
        }
    }

    /// Creates a directory that does not exist yet.
    interface Making {
        void in(Path directory) throws IOException;
    }
}
