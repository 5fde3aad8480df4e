package dev.pawl.benchmarks.harness;

import dev.pawl.servers.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A directory for one measurement, removed when it is closed.
public record Scratch(Path path) implements AutoCloseable {
    private static final String PREFIX = "scratch-";

    /// Creates a directory in `home` whose name shows which process it belongs to.
    public static Scratch in(Path home, String name) throws IOException {
        long process = ProcessHandle.current().pid();
        return new Scratch(Files.createTempDirectory(home, PREFIX + process + "-" + name + "-"));
    }

    /// Removes what processes that have ended left in `home`.
    static void sweep(Path home) throws IOException {
        List<Path> left;
        try (Stream<Path> all = Files.list(home)) {
            left = all.filter(Scratch::isOrphan).toList();
        }
        for (Path path : left) Directories.delete(path);
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() throws IOException {
        Directories.delete(path);
    }

    private static boolean isOrphan(Path path) {
        String name = path.getFileName().toString();
        if (!name.matches(PREFIX + "\\d+-.*")) return false;
        long process = Long.parseLong(name.split("-", 3)[1]);
        return ProcessHandle.of(process).isEmpty();
    }
}
