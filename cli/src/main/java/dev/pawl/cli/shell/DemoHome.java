package dev.pawl.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The directory of a demo, which gets a new store.
public final class DemoHome {
    private DemoHome() {}

    /// Returns the directory of `--home`, created if needed; empty without that option.
    public static Optional<Path> chosen(Shell shell) {
        shell.requireNoDatabase("the demo creates its own store in a directory");
        Path home = shell.chosenHome;
        if (home == null) return Optional.empty();
        if (Files.exists(home.resolve("pawl.db"))) {
            throw CommandException.refused(
                    "%s already contains a store; the demo needs an empty directory: name another"
                                    .formatted(home)
                            + " with --home DIR");
        }
        try {
            return Optional.of(Files.createDirectories(home));
        } catch (IOException e) {
            throw CommandException.refused(
                    "cannot create the directory %s (%s); name another with --home DIR"
                            .formatted(home, e));
        }
    }
}
