package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.feeds.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Finds documents of the seven sources: a collection beside the repository on machines that have
/// it, or the samples that come with the system.
final class FeedDocuments {
    private static final String COLLECTION = "shared/data";

    private FeedDocuments() {}

    /// Returns a directory with documents; empty if a meaningful figure needs more than there are.
    static Optional<Path> find(Scale scale, Scratch scratch) throws IOException {
        if (scale == Scale.TINY) return Optional.of(Samples.copyTo(scratch.resolve("samples")));
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isRegularFile(directory.resolve("ARCHITECTURE.md"))) {
            directory = directory.getParent();
        }
        if (directory == null) return Optional.empty();
        Path collection = directory.resolveSibling(COLLECTION);
        return Files.isDirectory(collection) ? Optional.of(collection) : Optional.empty();
    }
}
