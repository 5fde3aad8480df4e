package dev.pawl.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a program is run that refuses to be root.
///
/// Root runs it in a user namespace of its own: there it has no privileges and is nobody, but files
/// of root are its own. So it works in any directory of ours, and needs no account on the machine.
/// Who is not root runs it as it is.
final class Unprivileged {
    private static final List<String> NAMESPACE = List.of("unshare", "--user");

    private Unprivileged() {}

    /// Returns the command that runs `command`; the process stays the same from one to the other.
    static List<String> command(List<String> command) {
        if (!isRoot()) return command;
        List<String> all = new ArrayList<>(NAMESPACE);
        all.addAll(command);
        return all;
    }

    /// Returns why nothing can be run this way here, if so.
    static Optional<String> trouble() {
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
            // Only a Linux says it this way, and only there are servers started.
            return false;
        }
    }
}
