package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Directories that are made once for all processes of a user, beneath the one for temporary files.
final class Cache {
    private Cache() {}

    /// Returns the directory `name`; `making` makes it if there is none. It appears only when it is
    /// complete, whoever else makes it at the same time.
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
            // Somebody else was faster, and made the same.
            return directory;
        } finally {
            Directories.delete(fresh);
        }
    }

    /// Makes a directory that does not exist yet.
    interface Making {
        void in(Path directory) throws IOException;
    }
}
