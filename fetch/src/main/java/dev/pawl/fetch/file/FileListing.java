package dev.pawl.fetch.file;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// Lists a directory and everything below it, ordered by name.
///
/// A directory has no order, so each page reads all of it and keeps the names that come first.
/// Links to files in the directory are listed, links to directories are not followed.
final class FileListing {
    private final FileStorage storage;
    private final Path directory;

    FileListing(FileStorage storage, Path directory) {
        this.storage = storage;
        this.directory = directory;
    }

    ObjectPage page(String prefix, String after) throws IOException {
        NavigableSet<String> names = names(prefix, after);
        boolean hasNext = names.size() > ObjectPage.NAMES_MAX;
        if (hasNext) names.pollLast();
        List<ObjectInfo> objects = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        for (String name : names) {
            try {
                objects.add(storage.find(Key.of(name)));
            } catch (FetchException e) {
                switch (e.kind()) {
                    // Deleted since it was listed.
                    case NOT_FOUND -> {}
                    case BAD_KEY,
                            DENIED,
                            TOO_LARGE,
                            CHANGED,
                            MISMATCH,
                            NO_SPACE,
                            UNWRITABLE,
                            REFUSED,
                            THROTTLED,
                            TRANSIENT ->
                            unusable.add(name);
                }
            }
        }
        return new ObjectPage(
                objects, unusable, hasNext ? Optional.of(names.last()) : Optional.empty());
    }

    /// Returns the first names, one more than fit on a page.
    private NavigableSet<String> names(String prefix, String after) throws IOException {
        NavigableSet<String> names = new TreeSet<>();
        Path top = directory.toRealPath();
        Files.walkFileTree(
                top,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        String name = top.relativize(file).toString();
                        if (name.startsWith(prefix) && name.compareTo(after) > 0) names.add(name);
                        if (names.size() > ObjectPage.NAMES_MAX + 1) names.pollLast();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        // Deleted since it was listed, or a directory without read permission.
                        return FileVisitResult.CONTINUE;
                    }
                });
        return names;
    }
}
