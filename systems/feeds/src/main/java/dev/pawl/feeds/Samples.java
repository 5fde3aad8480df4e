package dev.pawl.feeds;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A small set of sample documents that link to each other, one for each format.
public final class Samples {
    private static final List<String> NAMES =
            List.of(
                    "asvs/asvs-4.0.3.csv",
                    "asvs/asvs-4.0.3.flat.json",
                    "asvs/asvs-4.0.3.json",
                    "asvs/asvs-4.0.3.xml",
                    "asvs/asvs-5.0.0.csv",
                    "asvs/asvs-5.0.0.flat.json",
                    "asvs/asvs-5.0.0.json",
                    "asvs/asvs-5.0.0.xml",
                    "attack/enterprise-attack.json",
                    "attack/ics-attack.json",
                    "capec/capec.xml",
                    "capec/stix-capec.json",
                    "cce/cce-rhel8.csv",
                    "cce/cce.xlsx",
                    "cve/known-exploited.json",
                    "cve/nvd-1.1-feed.json",
                    "cve/nvd-2.0-page.json",
                    "cwe/cwec.xml",
                    "ssg/ssg-firefox-xccdf.xml",
                    "ssg/ssg-rhel8-ds.xml",
                    "ssg/ssg-rhel8-guide-standard.html",
                    "ssg/table-rhel8-cces.html",
                    "ssg/table-rhel8-stig.html");

    private Samples() {}

    /// Writes the samples into a directory, creates it if needed, and returns it.
    public static Path copyTo(Path directory) throws IOException {
        for (String name : NAMES) {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            try (InputStream in = Samples.class.getResourceAsStream("sample/" + name)) {
                if (in == null)
                    throw new IOException(
                            "expected the sample %s in the jar, found none".formatted(name));
                Files.copy(in, file);
            }
        }
        return directory;
    }
}
