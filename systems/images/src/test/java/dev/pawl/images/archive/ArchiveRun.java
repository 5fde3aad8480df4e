package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.volume.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Surveys and extracts one archive in its own directory.
final class ArchiveRun implements AutoCloseable {
    static final String ACCEPTED = "accepted";

    private final Path directory;
    private final Path root;
    private final Path work;

    private ArchiveRun(Path directory) throws IOException {
        this.directory = Files.createTempDirectory(directory, "trial");
        this.root = Files.createDirectory(this.directory.resolve("root"));
        this.work = Files.createDirectory(this.directory.resolve("work"));
    }

    static ArchiveRun in(Path directory) throws IOException {
        return new ArchiveRun(directory);
    }

    Path rootfs() {
        return root.resolve("rootfs");
    }

    Path root() {
        return root;
    }

    Path work() {
        return work;
    }

    Path manifest() {
        return directory.resolve("manifest");
    }

    /// Deletes everything without following links.
    @Override
    public void close() throws IOException {
        TreeDeletion.delete(directory);
    }

    ArchiveSurvey survey(Path file, ArchiveTerms terms)
            throws ArchiveRejectedException, IOException {
        return Archive.of(file, work).survey(terms, ArchiveProgress.NONE);
    }

    ExtractedContents extract(Path file, ArchiveTerms terms)
            throws ArchiveRejectedException, IOException {
        return Archive.of(file, work).extract(root, manifest(), terms, ArchiveProgress.NONE);
    }

    /// Returns the rule that a survey refuses `file` by, or accepted.
    String surveyed(Path file, ArchiveTerms terms) throws IOException {
        try {
            survey(file, terms);
            return ACCEPTED;
        } catch (ArchiveRejectedException rejected) {
            return rejected.rule().name();
        }
    }

    /// Returns the rule that an extraction refuses `file` by, or accepted.
    String extracted(Path file, ArchiveTerms terms) throws IOException {
        try {
            extract(file, terms);
            return ACCEPTED;
        } catch (ArchiveRejectedException rejected) {
            return rejected.rule().name();
        }
    }
}
