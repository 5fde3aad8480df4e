package dev.pawl.classes;

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

/// Every requirement of the class runtime manager is named by a test.
class ClassRequirementsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern NUMBER =
            Pattern.compile("\\b(CLS-|K)(\\d+)(?: to (?:CLS-|K)(\\d+))?\\b");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (CLS-\\d+|K\\d+) \\|");

    @Test
    void everyRequirementIsNamedByATest() throws IOException {
        List<String> required = new ArrayList<>();
        Matcher rows =
                ROW.matcher(Files.readString(ROOT.resolve("docs/internals/requirements.md")));
        while (rows.find()) required.add(rows.group(1));
        assertThat(required).hasSize(63 + 22).doesNotHaveDuplicates();
        Set<String> named = new TreeSet<>();
        for (String module : List.of("systems/classes", "controller")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    if (!file.endsWith("ClassRequirementsTest.java")) add(named, file);
                }
            }
        }
        assertThat(named).containsAll(required);
    }

    /// A test names a number, or a range such as CLS-2 to CLS-4.
    private static void add(Set<String> named, Path file) throws IOException {
        Matcher numbers = NUMBER.matcher(Files.readString(file));
        while (numbers.find()) {
            int first = Integer.parseInt(numbers.group(2));
            int last = numbers.group(3) == null ? first : Integer.parseInt(numbers.group(3));
            for (int i = first; i <= last; i++) named.add(numbers.group(1) + i);
        }
    }
}
