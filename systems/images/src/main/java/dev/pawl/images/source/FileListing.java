package dev.pawl.images.source;

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

/// Lists a directory and what is below in the order of the names.
///
/// A directory has no order of its own, so each page looks at all of it and keeps the names that
/// come first. Links to files in the directory are listed, links to directories are not entered.
final class FileListing {
    private final FileSource source;
    private final Path directory;

    FileListing(FileSource source, Path directory) {
        this.source = source;
        this.directory = directory;
    }

    Page page(String prefix, String after) throws IOException {
        NavigableSet<String> names = names(prefix, after);
        boolean hasNext = names.size() > Page.NAMES_MAX;
        if (hasNext) names.pollLast();
        List<Found> objects = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        for (String name : names) {
            try {
                objects.add(source.look(Key.of(name)));
            } catch (SourceException e) {
                switch (e.kind()) {
                    // Gone since it was seen.
                    case NOT_FOUND -> {}
                    case BAD_KEY,
                            DENIED,
                            TOO_LARGE,
                            CHANGED,
                            MISMATCH,
                            NO_SPACE,
                            REFUSED,
                            TRANSIENT ->
                            unusable.add(name);
                }
            }
        }
        return new Page(objects, unusable, hasNext ? Optional.of(names.last()) : Optional.empty());
    }

    /// Returns the first names, one more than there may be on a page.
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
                        if (names.size() > Page.NAMES_MAX + 1) names.pollLast();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        // Gone since it was seen, or a directory that is not ours to read.
                        return FileVisitResult.CONTINUE;
                    }
                });
        return names;
    }
}
