package dev.pawl.tidy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Lists the tests that a build skipped; exits with 1 if one of them may not be skipped, or if a
/// test class has no report.
///
/// Run it in the repository: `java tidy/src/main/java/dev/pawl/tidy/Main.java .ci/skips.txt`
final class Main {
    private Main() {}

    static void main(String[] arguments) throws IOException {
        SkippedTests skipped = SkippedTests.in(Repository.find());
        List<String> lines = skipped.lines();
        IO.println("skipped tests: " + (lines.isEmpty() ? "none" : lines.size()));
        for (String line : lines) IO.println("  " + line);
        List<String> faults = skipped.faults(Files.readString(Path.of(arguments[0])));
        if (faults.isEmpty()) return;
        IO.println("%d faults, see %s:".formatted(faults.size(), arguments[0]));
        for (String fault : faults) IO.println("  " + fault);
        System.exit(1);
    }
}
