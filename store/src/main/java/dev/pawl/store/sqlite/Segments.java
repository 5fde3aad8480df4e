package dev.pawl.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The journal on the disk: two files that are used alternately.
///
/// A file is reused when the tables have, on the disk, every group in it. So the groups that the
/// tables lack are always present, without a gap, and the files stay small.
public final class Segments {
    private static final String[] SUFFIXES = {"a", "b"};

    private final List<Path> paths;
    private final @Nullable Segment[] open = new @Nullable Segment[SUFFIXES.length];
    private long store;
    private long generation;
    private int current;

    private Segments(List<Path> paths, long generation) {
        this.paths = paths;
        this.generation = generation;
    }

    /// Prepares the journal of a store whose tables have every group in its files.
    static Segments of(Path file, long generation) {
        return new Segments(paths(file), generation);
    }

    /// Returns the groups after `after` in the files of a journal, in order.
    static Found find(Path file, long store, long after) throws IOException {
        List<SegmentReader> readers = paths(file).stream().map(SegmentReader::new).toList();
        return find(readers, store, after);
    }

    /// Returns the groups after `after` in the files that the readers read, in order.
    static Found find(List<SegmentReader> readers, long store, long after) throws IOException {
        List<Segment.Contents> all = new ArrayList<>();
        boolean whole = true;
        for (SegmentReader reader : readers) {
            var contents = reader.read(after);
            Path path = reader.path();
            boolean foreign = contents.isPresent() && contents.get().head().store() != store;
            whole = whole && Files.exists(path) && !foreign;
            if (!foreign) contents.ifPresent(all::add);
        }
        all.sort(Comparator.comparingLong(each -> each.head().generation()));
        List<Segment.Group> groups = new ArrayList<>();
        long expected = after + 1;
        for (Segment.Contents contents : all) {
            for (Segment.Group group : contents.groups()) {
                if (group.n() <= after) continue;
                if (group.n() != expected) throw missing(expected, group.n());
                groups.add(group);
                expected++;
            }
        }
        return new Found(groups, all.isEmpty() ? 0 : all.getLast().head().generation(), whole);
    }

    private static IllegalArgumentException missing(long expected, long found) {
        return new IllegalArgumentException(
                "its journal has group %d where group %d is expected: the file is older"
                                .formatted(found, expected)
                        + " than its journal, or a part of the journal is missing");
    }

    /// Returns the paths of the journal of a store's file.
    public static List<Path> paths(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.db$", "");
        List<Path> paths = new ArrayList<>();
        for (String suffix : SUFFIXES) {
            paths.add(file.resolveSibling(name + ".journal-" + suffix));
        }
        return List.copyOf(paths);
    }

    /// Creates the files for a store of this number if they do not exist.
    void open(long number) throws IOException {
        store = number;
        try {
            for (int i = 0; i < open.length; i++) open[i] = Segment.open(paths.get(i));
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    boolean isOpen() {
        return open[0] != null;
    }

    /// Returns the group up to which the tables must be on the disk before a frame of this size can
    /// be appended, or 0.
    long mustBeDurable(int frameBytes) {
        return segment(current).hasRoom(frameBytes) ? 0 : segment(1 - current).last();
    }

    /// Returns the last group in the file that is used next: the sooner the tables have it on the
    /// disk, the better.
    long shouldBeDurable() {
        return isOpen() ? segment(1 - current).last() : 0;
    }

    /// Appends a group and returns when it is on the disk.
    void append(long n, Frame frame) throws IOException {
        Segment segment = segment(current);
        if (!segment.hasRoom(frame.length()) && segment.last() > 0) {
            current = 1 - current;
            segment = segment(current);
            segment.start(store, ++generation, n);
        } else if (segment.last() == 0) {
            segment.start(store, ++generation, n);
        }
        segment.append(n, frame.array(), frame.length());
    }

    /// Removes the files: the tables have every group.
    void delete() throws IOException {
        close();
        for (Path path : paths) Files.deleteIfExists(path);
    }

    void close() throws IOException {
        for (int i = 0; i < open.length; i++) {
            Segment segment = open[i];
            if (segment != null) segment.close();
            open[i] = null;
        }
    }

    private Segment segment(int i) {
        Segment segment = open[i];
        if (segment == null) throw new IllegalStateException("the journal is not open");
        return segment;
    }

    /// The groups that the tables lack, the newest generation of the files, and whether all files
    /// of this store exist; a file that was never written counts.
    record Found(List<Segment.Group> groups, long generation, boolean isWhole) {}
}
