package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs a program that refuses to run as root.
///
/// Root runs it in a user namespace: there it has no privileges, but still owns the files of root.
/// So it works in any of our directories and needs no account on the machine. Other users run it
/// directly.
final class Unprivileged {
    private static final List<String> NAMESPACE = List.of("unshare", "--user");

    private Unprivileged() {}

    /// Returns the command that runs `command` in the same process.
    static List<String> command(List<String> command) {
        if (!isRoot()) return command;
        List<String> all = new ArrayList<>(NAMESPACE);
        all.addAll(command);
        return all;
    }

    /// Returns why programs cannot be run this way here, if so.
    static Optional<String> obstacle() {
        try {
            Commands.output(command(List.of("true")));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of("refuses to run as root, and no user namespace: " + e.getMessage());
        }
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException e) {
            // Only Linux reports it this way, and servers are started only there.
            return false;
        }
    }
}
