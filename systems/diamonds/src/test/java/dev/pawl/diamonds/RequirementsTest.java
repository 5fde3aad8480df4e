package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every requirement of pipeline and diamonds is named by a test.
class RequirementsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern NUMBER = Pattern.compile("\\b(?:DIA-|INV-|D)\\d+\\b");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (DIA-\\d+|INV-\\d+|D\\d+) \\|");

    /// Properties of the store, which its own tests check: versions of tables, and whole commits.
    private static final Set<String> OF_THE_STORE = Set.of("INV-34", "INV-36");

    @Test
    void everyRequirementIsNamedByATest() throws IOException {
        List<String> required = new ArrayList<>();
        Matcher rows =
                ROW.matcher(Files.readString(ROOT.resolve("docs/internals/requirements.md")));
        while (rows.find()) required.add(rows.group(1));
        assertThat(required).hasSize(42 + 24 + 34).doesNotHaveDuplicates();
        required.removeAll(OF_THE_STORE);
        Set<String> named = new TreeSet<>();
        for (String module : List.of("pipeline", "systems/diamonds", "cli", "trials")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!file.toString().endsWith(".java")) continue;
                    if (file.endsWith("RequirementsTest.java")) continue;
                    Matcher numbers = NUMBER.matcher(Files.readString(file));
                    while (numbers.find()) named.add(numbers.group());
                }
            }
        }
        assertThat(named).containsAll(required);
    }
}
