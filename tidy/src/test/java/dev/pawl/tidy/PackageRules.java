package dev.pawl.tidy;

import java.util.ArrayList;
import java.util.List;

/// The rules that look at a package as a whole.
final class PackageRules {
    static final int FILES_MAX = 34;

    private PackageRules() {}

    static List<Finding> check(String directory, List<String> files) {
        List<Finding> findings = new ArrayList<>();
        if (files.size() > FILES_MAX) {
            findings.add(
                    new Finding(
                            "package-size",
                            directory,
                            "%d files, at most %d".formatted(files.size(), FILES_MAX)));
        }
        if (directory.contains("/src/main/") && !files.contains("package-info.java")) {
            findings.add(
                    new Finding(
                            "package-info",
                            directory,
                            "has no package-info.java: write the map of the package"));
        }
        return findings;
    }
}
