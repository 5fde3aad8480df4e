package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveViolation;
import java.io.IOException;
import java.nio.file.Path;

/// An untrusted file that may hold a root filesystem.
///
/// Calls are independent: an extraction applies all rules again. They may run in several threads at
/// once, each on its own root. An interruption ends them with an [java.io.InterruptedIOException]
/// or a [java.nio.channels.ClosedByInterruptException].
public final class Archive {
    private final Path file;
    private final Path work;
    private final String name;

    private Archive(Path file, Path work, String name) {
        this.file = file;
        this.work = work;
        this.name = name;
    }

    /// Returns the archive in `file`; `work` is a directory for temporary files, which are gone
    /// when a call returns.
    public static Archive of(Path file, Path work) {
        return new Archive(file, work, file.getFileName().toString());
    }

    /// Returns this archive with another name for messages.
    public Archive named(String other) {
        return new Archive(file, work, other);
    }

    /// Reads the whole file, checks every rule and writes nothing.
    ///
    /// @throws ArchiveRejectedException if the archive breaks a rule
    public ArchiveSurvey survey(ArchiveTerms terms, ArchiveProgress progress)
            throws ArchiveRejectedException, IOException {
        ExtractionMeter meter = new ExtractionMeter(terms.limits(), progress);
        FileTree tree = new FileTree();
        try (ArchiveReader reading = new ArchiveReader(file, work, terms, meter)) {
            var builder = new TreeBuilder(terms, tree, NodeSink.NOWHERE, meter);
            ArchiveReader.Found found = reading.apply(builder, true);
            return new ArchiveSurvey(
                    found.layout(),
                    found.compression(),
                    found.digest(),
                    reading.fileBytes(),
                    meter.counts(tree),
                    RootLayout.check(tree, terms.policy()),
                    found.trailingBytes());
        } catch (ArchiveViolation refusal) {
            throw new ArchiveRejectedException(name, refusal);
        } catch (IOException e) {
            throw DiskFullException.isMeantBy(e) ? new DiskFullException(work, 0, e) : e;
        }
    }

    /// Extracts the tree of the archive to `root/rootfs`, which must not exist, and writes its
    /// manifest to a new file.
    ///
    /// The root filesystem is `root/rootfs` for every layout. Nothing is synced: one sync of the
    /// file system makes it durable. A failed extraction leaves a worthless `root/rootfs`.
    ///
    /// @throws ArchiveRejectedException if the archive breaks a rule
    /// @throws DiskFullException if there is not enough space
    public ExtractedContents extract(
            Path root, Path manifest, ArchiveTerms terms, ArchiveProgress progress)
            throws ArchiveRejectedException, IOException {
        ExtractionMeter meter = new ExtractionMeter(terms.limits(), progress);
        FileTree tree = new FileTree();
        try (ArchiveReader reading = new ArchiveReader(file, work, terms, meter);
                DiskSink disk = new DiskSink(root)) {
            try {
                var builder = new TreeBuilder(terms, tree, disk, meter);
                ArchiveReader.Found found = reading.apply(builder, false);
                int missing = RootLayout.check(tree, terms.policy());
                disk.finish(tree.root());
                String digest = Manifest.write(tree, manifest);
                return new ExtractedContents(
                        found.layout(), meter.counts(tree), disk.losses(), missing, digest);
            } catch (IOException e) {
                throw DiskFullException.isMeantBy(e)
                        ? new DiskFullException(root, disk.missingBytes(), e)
                        : e;
            }
        } catch (ArchiveViolation refusal) {
            throw new ArchiveRejectedException(name, refusal);
        }
    }
}
