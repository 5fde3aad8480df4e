package dev.pawl.images.archive;

import dev.pawl.images.archive.ArchiveSurvey.Counts;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;

/// Counts what one survey or extraction reads and creates, enforces limits and reports progress.
final class ExtractionMeter {
    private final ArchiveLimits limits;
    private final ArchiveProgress progress;
    private long read;
    private long files;
    private long written;
    private long entries;
    private long implied;
    private long specialBits;
    private long skipped;

    ExtractionMeter(ArchiveLimits limits, ArchiveProgress progress) {
        this.limits = limits;
        this.progress = progress;
    }

    /// Counts bytes of the archive file.
    void read(long bytes) {
        read += bytes;
        progress.at(read, files, written);
    }

    /// Counts an entry.
    void entry(String name) throws ArchiveViolation {
        entries++;
        bound(name);
    }

    /// Counts a directory that has no entry of its own: a path may imply many of them.
    void implied(String name) throws ArchiveViolation {
        implied++;
        bound(name);
    }

    /// Counts a member of a saved image.
    void member(String name) throws ArchiveViolation {
        implied(name);
    }

    private void bound(String name) throws ArchiveViolation {
        if (entries + implied > limits.entries()) {
            throw new ArchiveViolation(
                    ArchiveRule.ENTRY_COUNT,
                    name,
                    "expected at most %d entries, found more".formatted(limits.entries()));
        }
    }

    /// Counts a file of this size before any of it is read.
    void file(String name, long size) throws ArchiveViolation {
        files++;
        written = Math.addExact(written, size);
        if (written > limits.totalBytes()) {
            throw new ArchiveViolation(
                    ArchiveRule.TOTAL_SIZE,
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

    Counts counts(FileTree tree) {
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
