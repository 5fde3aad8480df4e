package dev.pawl.images.archive;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/// Surveys and extracts one archive, each in a directory of its own.
final class Trial implements AutoCloseable {
    static final String ACCEPTED = "accepted";

    private final Path directory;
    private final Path root;
    private final Path work;

    private Trial(Path directory) throws IOException {
        this.directory = Files.createTempDirectory(directory, "trial");
        this.root = Files.createDirectory(this.directory.resolve("root"));
        this.work = Files.createDirectory(this.directory.resolve("work"));
    }

    static Trial in(Path directory) throws IOException {
        return new Trial(directory);
    }

    Path rootfs() {
        return root.resolve("rootfs");
    }

    Path root() {
        return root;
    }

    Path work() {
        return work;
    }

    Path manifest() {
        return directory.resolve("manifest");
    }

    /// Deletes everything without following links.
    @Override
    public void close() throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path emptied, IOException error)
                            throws IOException {
                        Files.delete(emptied);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    Survey survey(Path file, Terms terms) throws Rejected, IOException {
        return Archive.of(file, work).survey(terms, Progress.NONE);
    }

    Contents extract(Path file, Terms terms) throws Rejected, IOException {
        return Archive.of(file, work).extract(root, manifest(), terms, Progress.NONE);
    }

    /// Returns the rule that a survey refuses `file` by, or accepted.
    String surveyed(Path file, Terms terms) throws IOException {
        try {
            survey(file, terms);
            return ACCEPTED;
        } catch (Rejected rejected) {
            return rejected.rule().name();
        }
    }

    /// Returns the rule that an extraction refuses `file` by, or accepted.
    String extracted(Path file, Terms terms) throws IOException {
        try {
            extract(file, terms);
            return ACCEPTED;
        } catch (Rejected rejected) {
            return rejected.rule().name();
        }
    }
}
