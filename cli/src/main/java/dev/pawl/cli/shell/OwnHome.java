package dev.pawl.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A directory for the store of a demonstration, which has nothing to do with any other.
public final class OwnHome {
    private OwnHome() {}

    /// Returns the directory that was named for it, made if it is not there; nothing if none was.
    public static Optional<Path> chosen(Shell shell) {
        shell.requireNoDatabase("the demonstration has a store of its own, in a directory");
        Path home = shell.chosenHome;
        if (home == null) return Optional.empty();
        if (Files.exists(home.resolve("pawl.db"))) {
            throw Trouble.refused(
                    "there is a store in %s already; the demonstration wants a directory of its own"
                            .formatted(home));
        }
        try {
            return Optional.of(Files.createDirectories(home));
        } catch (IOException e) {
            throw Trouble.refused(
                    "the directory %s cannot be made (%s); name another with --home DIR"
                            .formatted(home, e));
        }
    }
}
