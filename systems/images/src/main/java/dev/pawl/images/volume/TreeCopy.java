package dev.pawl.images.volume;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.CopyOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.HashMap;
import java.util.Map;

/// Copies a tree with its owners, modes, times, extended attributes and hard links. Where the file
/// system shares blocks between copies (reflink), the copies of files take no room.
final class TreeCopy extends SimpleFileVisitor<Path> {
    private static final CopyOption[] ALL = {
        StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS
    };

    private final Path from;
    private final Path to;

    /// Where the first name of a file with several was copied to, by the file.
    private final Map<Object, Path> linked = new HashMap<>();

    private TreeCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /// Makes `to` a copy of the directory `from`.
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new TreeCopy(from, to));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
            throws IOException {
        if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException("copying");
        Files.createDirectory(target(directory));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Path target = target(file);
        boolean many = attributes.isRegularFile() && names(file) > 1;
        Path first = many ? linked.putIfAbsent(attributes.fileKey(), target) : null;
        if (first == null) Files.copy(file, target, ALL);
        else Files.createLink(target, first);
        return FileVisitResult.CONTINUE;
    }

    /// A directory gets its mode last: it may forbid to write into it.
    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException error)
            throws IOException {
        if (error != null) throw error;
        Path target = target(directory);
        PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
        PosixFileAttributeView view =
                Files.getFileAttributeView(target, PosixFileAttributeView.class);
        Files.setAttribute(target, "unix:uid", Files.getAttribute(directory, "unix:uid"));
        Files.setAttribute(target, "unix:gid", Files.getAttribute(directory, "unix:gid"));
        Files.setAttribute(target, "unix:mode", Files.getAttribute(directory, "unix:mode"));
        view.setTimes(attributes.lastModifiedTime(), attributes.lastAccessTime(), null);
        return FileVisitResult.CONTINUE;
    }

    private Path target(Path path) {
        return to.resolve(from.relativize(path));
    }

    private static int names(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    }
}
