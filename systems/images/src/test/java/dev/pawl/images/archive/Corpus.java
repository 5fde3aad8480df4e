package dev.pawl.images.archive;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The collection of archives, which is not in the repository.
final class Corpus {
    private Corpus() {}

    /// Returns a folder of the collection; without it the test is skipped.
    static Path folder(String name) {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isRegularFile(directory.resolve(".mvn/find-jdk"))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "not inside the repository");
        Path folder = directory.resolveSibling("shared/data/images").resolve(name);
        assumeTrue(Files.isDirectory(folder), "there is no collection of archives at " + folder);
        return folder;
    }

    /// Returns the rows of a folder's table without its header, each as two fields: file and the
    /// rest.
    static List<String[]> rows(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("MANIFEST.csv"))) {
            return lines.skip(1)
                    .filter(line -> line.matches("[\\w.-]+\\.(tar|gz|bz2|zip),.*"))
                    .map(line -> line.split(",", 2))
                    .toList();
        }
    }
}
