package dev.pawl.cli;

import dev.pawl.feeds.Feeds;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Documents of all sources: the project's samples, or a given number of vulnerabilities.
final class Samples {
    private Samples() {}

    /// Copies the samples into a directory that does not exist.
    static Path copy(Path to) throws IOException {
        URL found = Objects.requireNonNull(Feeds.class.getResource("sample"), "no samples");
        try {
            URI place = found.toURI();
            if (!place.getScheme().equals("jar")) return copy(Path.of(place), to);
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return copy(jar.getPath("dev/pawl/feeds/sample"), to);
            }
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(from)) {
            all = walk.toList();
        }
        for (Path each : all) {
            Path copy = to.resolve(from.relativize(each).toString());
            if (Files.isDirectory(each)) Files.createDirectories(copy);
            else Files.copy(each, copy);
        }
        return to;
    }

    /// Writes a feed with this many vulnerabilities.
    static Path vulnerabilities(Path directory, int count) throws IOException {
        Files.createDirectories(directory);
        StringBuilder text =
                new StringBuilder(
                        """
                        {"resultsPerPage": %d, "startIndex": 0, "totalResults": %d,
                         "format": "NVD_CVE", "version": "2.0",
                         "timestamp": "2025-06-01T00:00:00.000", "vulnerabilities": [
                        """
                                .formatted(count, count));
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",\n")
                    .append(
                            """
                            {"cve": {"id": "CVE-2024-%d", "published": "2024-01-01T00:00:00.000",
                             "lastModified": "2024-01-02T00:00:00.000", "vulnStatus": "Analyzed",
                             "descriptions": [{"lang": "en", "value": "Number %d of many."}]}}
                            """
                                    .formatted(10_000 + i, i));
        }
        return Files.writeString(directory.resolve("page.json"), text.append("]}\n")).getParent();
    }
}
