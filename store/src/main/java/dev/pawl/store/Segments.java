package dev.pawl.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The journal on the disk: two files that are used in turn.
///
/// A file may be used again when the tables have, on the disk, every group that is in it. So the
/// groups that the tables lack are always there, without a gap, and the files stay small.
final class Segments {
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

    /// Prepares to write the journal of a store whose tables have everything that is in its files.
    static Segments of(Path file, long generation) {
        return new Segments(paths(file), generation);
    }

    /// Returns what the files of a journal hold beyond group `after`, in order.
    static Found find(Path file, long store, long after) throws IOException {
        List<SegmentReader> readers = paths(file).stream().map(SegmentReader::new).toList();
        return find(readers, store, after);
    }

    /// Returns what the files that are read hold beyond group `after`, in order.
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
                "its journal goes on with group %d where group %d is expected: the file is older"
                                .formatted(found, expected)
                        + " than its journal, or a part of that is gone");
    }

    /// Returns the files of the journal of a store's file.
    static List<Path> paths(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.db$", "");
        List<Path> paths = new ArrayList<>();
        for (String suffix : SUFFIXES) {
            paths.add(file.resolveSibling(name + ".journal-" + suffix));
        }
        return List.copyOf(paths);
    }

    /// Makes the files for a store of this number, if they are not there.
    void open(long number) throws IOException {
        store = number;
        try {
            for (int i = 0; i < open.length; i++) open[i] = Segment.open(paths.get(i));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    boolean isOpen() {
        return open[0] != null;
    }

    /// Returns the group that the tables must have on the disk before a frame of this size can be
    /// appended, or 0.
    long mustBeDurable(int frameBytes) {
        return segment(current).hasRoom(frameBytes) ? 0 : segment(1 - current).last();
    }

    /// Returns the last group in the file that is used next: the sooner the tables have it on the
    /// disk, the better.
    long shouldBeDurable() {
        return isOpen() ? segment(1 - current).last() : 0;
    }

    /// Appends a group and returns when it is on the disk.
    void append(long n, byte[] frame) throws IOException {
        Segment segment = segment(current);
        if (!segment.hasRoom(frame.length) && segment.last() > 0) {
            current = 1 - current;
            segment = segment(current);
            segment.begin(store, ++generation, n);
        } else if (segment.last() == 0) {
            segment.begin(store, ++generation, n);
        }
        segment.append(n, frame);
    }

    /// Removes the files: the tables have everything.
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

    /// Groups that the tables lack, the newest generation of the files, and whether all files of
    /// this store were there; one that was never written to counts.
    record Found(List<Segment.Group> groups, long generation, boolean isWhole) {}
}
