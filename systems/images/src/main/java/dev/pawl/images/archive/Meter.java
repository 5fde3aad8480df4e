package dev.pawl.images.archive;

import dev.pawl.images.archive.Survey.Counts;

/// Counts what one survey or extraction reads and makes, and tells how far it is.
final class Meter {
    private final ArchiveLimits limits;
    private final Progress progress;
    private long read;
    private long files;
    private long written;
    private long entries;
    private long implied;
    private long specialBits;
    private long skipped;

    Meter(ArchiveLimits limits, Progress progress) {
        this.limits = limits;
        this.progress = progress;
    }

    /// Counts bytes of the archive file.
    void read(long bytes) {
        read += bytes;
        progress.at(read, files, written);
    }

    /// Counts an entry.
    void entry(String name) throws Refusal {
        entries++;
        bound(name);
    }

    /// Counts a directory that has no entry of its own: a path may imply many of them.
    void implied(String name) throws Refusal {
        implied++;
        bound(name);
    }

    /// Counts an entry around the image: a member of a saved one.
    void member(String name) throws Refusal {
        implied(name);
    }

    private void bound(String name) throws Refusal {
        if (entries + implied > limits.entries()) {
            throw new Refusal(
                    Rule.ENTRY_COUNT,
                    name,
                    "expected at most %d entries, found more".formatted(limits.entries()));
        }
    }

    /// Counts a file of this size before any of it is read.
    void file(String name, long size) throws Refusal {
        files++;
        written = Math.addExact(written, size);
        if (written > limits.totalBytes()) {
            throw new Refusal(
                    Rule.TOTAL_SIZE,
                    name,
                    "expected at most %d bytes in all files, found %d up to this one"
                            .formatted(limits.totalBytes(), written));
        }
    }

    void specialBits() {
        specialBits++;
    }

    void skipped() {
        skipped++;
    }

    Counts counts(Tree tree) {
        return new Counts(
                entries,
                tree.files(),
                tree.directories(),
                tree.links(),
                tree.hardLinks(),
                tree.bytes(),
                specialBits,
                skipped);
    }
}
