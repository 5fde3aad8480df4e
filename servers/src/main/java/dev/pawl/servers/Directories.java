package dev.pawl.servers;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Copies and deletes whole directories.
public final class Directories {
    private Directories() {}

    /// Copies a directory with its content and permissions to a path that does not exist. Files
    /// that disappear while it is copied are omitted.
    static void copy(Path from, Path to, Choice choice) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) throws IOException {
                        Path inner = from.relativize(directory);
                        Files.copy(directory, to.resolve(inner), COPY_ATTRIBUTES);
                        return choice.enters(inner)
                                ? FileVisitResult.CONTINUE
                                : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Path inner = from.relativize(file);
                        if (!choice.takes(inner)) return FileVisitResult.CONTINUE;
                        try {
                            Files.copy(file, to.resolve(inner), COPY_ATTRIBUTES);
                        } catch (NoSuchFileException e) {
                            return visitFileFailed(file, e);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) return FileVisitResult.CONTINUE;
                        throw e;
                    }
                });
    }

    /// Removes a directory with its content.
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

    /// Selects what is copied; paths are relative to the top.
    interface Choice {
        Choice ALL = new Choice() {};

        /// Returns whether the content of a directory is copied, and not just the directory.
        default boolean enters(Path directory) {
            return true;
        }

        default boolean takes(Path file) {
            return true;
        }
    }
}
