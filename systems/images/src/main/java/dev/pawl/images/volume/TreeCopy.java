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
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Copies a tree with its owners, modes, times, extended attributes and hard links. Where the file
/// system supports reflinks, the copies of files take no space.
///
/// Directories are created first and several threads copy the files. Hard links and the modes of
/// directories come last, because a mode may forbid to write.
final class TreeCopy extends SimpleFileVisitor<Path> {
    private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());
    private static final CopyOption[] ALL = {
        StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS
    };

    private final Path from;
    private final Path to;
    private final List<Path> files = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();

    /// The first name of each file that has several, by file key.
    private final Map<Object, Path> linked = new HashMap<>();

    /// The other names of files, each with the first name.
    private final Map<Path, Path> further = new HashMap<>();

    private TreeCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /// Copies the directory `from` to `to`.
    static void copy(Path from, Path to) throws IOException {
        TreeCopy copy = new TreeCopy(from, to);
        Files.walkFileTree(from, copy);
        copy.copyFiles();
        for (Map.Entry<Path, Path> name : copy.further.entrySet()) {
            Files.createLink(copy.target(name.getKey()), copy.target(name.getValue()));
        }
        for (Path directory : copy.directories.reversed()) copy.copyAttributes(directory);
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
            throws IOException {
        Files.createDirectory(target(directory));
        directories.add(directory);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        boolean many = attributes.isRegularFile() && names(file) > 1;
        Path first = many ? linked.putIfAbsent(attributes.fileKey(), file) : null;
        if (first == null) files.add(file);
        else further.put(file, first);
        return FileVisitResult.CONTINUE;
    }

    private void copyFiles() throws IOException {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> work =
                () -> {
                    int i;
                    while ((i = next.getAndIncrement()) < files.size()) copyFile(files.get(i));
                    return null;
                };
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) all.add(work);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (Future<Void> done : threads.invokeAll(all)) done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the copy of %s was interrupted".formatted(from));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) throw cause;
            throw new IOException("cannot copy " + from, e);
        } finally {
            next.set(files.size());
            threads.close();
        }
    }

    private void copyFile(Path file) throws IOException {
        Path target = target(file);
        Files.copy(file, target, ALL);
        if (!Files.isSymbolicLink(file)) return;
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Files.getFileAttributeView(target, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(attributes.lastModifiedTime(), attributes.lastAccessTime(), null);
    }

    /// Copies the owner, mode and times of a directory.
    private void copyAttributes(Path directory) throws IOException {
        Path target = target(directory);
        for (String name : List.of("unix:uid", "unix:gid", "unix:mode")) {
            Files.setAttribute(target, name, Files.getAttribute(directory, name));
        }
        BasicFileAttributes attributes = Files.readAttributes(directory, BasicFileAttributes.class);
        Files.getFileAttributeView(target, BasicFileAttributeView.class)
                .setTimes(attributes.lastModifiedTime(), attributes.lastAccessTime(), null);
    }

    private Path target(Path path) {
        return to.resolve(from.relativize(path));
    }

    private static int names(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    }
}
