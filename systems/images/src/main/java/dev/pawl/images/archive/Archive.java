package dev.pawl.images.archive;

import java.io.IOException;
import java.nio.file.Path;

/// A file that may hold a root filesystem, and is not trusted.
///
/// Calls do not depend on each other: an extraction applies all rules again. They may run in
/// several threads at once, each on its own root. An interruption ends them with an
/// [java.io.InterruptedIOException] or a [java.nio.channels.ClosedByInterruptException].
public final class Archive {
    private final Path file;
    private final Path work;
    private final String name;

    private Archive(Path file, Path work, String name) {
        this.file = file;
        this.work = work;
        this.name = name;
    }

    /// Returns the archive in `file`; `work` is a directory for what must be read twice, which is
    /// as it was when a call returns.
    public static Archive of(Path file, Path work) {
        return new Archive(file, work, file.getFileName().toString());
    }

    /// Returns this archive under the name by which messages tell it.
    public Archive named(String other) {
        return new Archive(file, work, other);
    }

    /// Reads the whole file, checks every rule and writes nothing.
    ///
    /// @throws Rejected if the archive breaks a rule
    public Survey survey(Terms terms, Progress progress) throws Rejected, IOException {
        Meter meter = new Meter(terms.limits(), progress);
        Tree tree = new Tree();
        try (Reading reading = new Reading(file, work, terms, meter)) {
            var unpacking = new Unpacking(terms, tree, Sink.NOWHERE, meter);
            Reading.Found found = reading.apply(unpacking, true);
            return new Survey(
                    found.layout(),
                    found.compression(),
                    found.digest(),
                    reading.fileBytes(),
                    meter.counts(tree),
                    RootLayout.check(tree, terms.policy()),
                    found.trailingBytes());
        } catch (Refusal refusal) {
            throw new Rejected(name, refusal);
        } catch (IOException e) {
            throw DiskFull.isMeantBy(e) ? new DiskFull(work, 0, e) : e;
        }
    }

    /// Makes the tree of the archive as `root/rootfs`, which must not exist, and its manifest as a
    /// new file.
    ///
    /// Whatever the layout, the root filesystem is `root/rootfs` afterwards. Nothing is synced: one
    /// sync of the file system makes it durable. What an extraction that failed leaves is inside
    /// `root/rootfs` and of no use.
    ///
    /// @throws Rejected if the archive breaks a rule
    /// @throws DiskFull if there is not enough space
    public Contents extract(Path root, Path manifest, Terms terms, Progress progress)
            throws Rejected, IOException {
        Meter meter = new Meter(terms.limits(), progress);
        Tree tree = new Tree();
        try (Reading reading = new Reading(file, work, terms, meter);
                Disk disk = new Disk(root)) {
            try {
                var unpacking = new Unpacking(terms, tree, disk, meter);
                Reading.Found found = reading.apply(unpacking, false);
                int missing = RootLayout.check(tree, terms.policy());
                disk.finish(tree.root());
                String digest = Manifest.write(tree, manifest);
                return new Contents(
                        found.layout(), meter.counts(tree), disk.losses(), missing, digest);
            } catch (IOException e) {
                throw DiskFull.isMeantBy(e) ? new DiskFull(root, disk.missingBytes(), e) : e;
            }
        } catch (Refusal refusal) {
            throw new Rejected(name, refusal);
        }
    }
}
