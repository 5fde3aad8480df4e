package dev.pawl.benchmarks.frame;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A directory for one measurement, removed when it is closed.
public record Scratch(Path path) implements AutoCloseable {
    private static final String PREFIX = "scratch-";

    /// Makes a directory beneath `home` that says by its name whose it is.
    public static Scratch in(Path home, String name) throws IOException {
        long process = ProcessHandle.current().pid();
        return new Scratch(Files.createTempDirectory(home, PREFIX + process + "-" + name + "-"));
    }

    /// Removes what processes that are gone have left in `home`.
    static void sweep(Path home) throws IOException {
        List<Path> left;
        try (Stream<Path> all = Files.list(home)) {
            left = all.filter(Scratch::isOrphan).toList();
        }
        for (Path path : left) delete(path);
    }

    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
                            throws IOException {
                        if (e != null) throw e;
                        Files.deleteIfExists(dir);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private static boolean isOrphan(Path path) {
        String name = path.getFileName().toString();
        if (!name.matches(PREFIX + "\\d+-.*")) return false;
        long process = Long.parseLong(name.split("-", 3)[1]);
        return ProcessHandle.of(process).isEmpty();
    }
}
