package dev.pawl.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// The tests that a build skipped, each with its reason, compared with those that it may skip.
///
/// What it may skip is a text, one entry per line: the name of a test, where `*` stands for any
/// characters, a quoted part of the reason that the test gives, and why that is accepted. A skipped
/// test without an entry is a fault, and so is an entry that names no test. A test class without a
/// report was not executed, which is a fault too.
public final class SkippedTests {
    private static final String EVERY_BUILD = "surefire-reports";
    private static final String LONG = "long-reports";
    private static final Pattern LONG_TAG = Pattern.compile("@Tag\\(\"(volume|long)\"\\)");
    private static final Pattern THROWN =
            Pattern.compile("^[\\w.$]+(Exception|Error): (Assumption failed: )?");

    private final Set<String> tests = new TreeSet<>();
    private final Set<Skipped> skipped = new LinkedHashSet<>();
    private final List<String> unreported = new ArrayList<>();

    /// Reads the reports of all modules.
    public static SkippedTests in(Repository repository) {
        SkippedTests found = new SkippedTests();
        for (String module : repository.modules()) {
            found.compare(repository, module, LONG, SkippedTests::isLong);
            found.compare(repository, module, EVERY_BUILD, source -> !isLong(source));
        }
        return found;
    }

    /// Reads the reports in a folder of a module, and compares them with the sources that must have
    /// one.
    private void compare(
            Repository repository, String module, String folder, Predicate<Path> isReported) {
        Path target = repository.root().resolve(module).resolve("target");
        Set<String> executed = readAll(target.resolve(folder));
        String missing =
                repository.testFiles(module).stream()
                        .filter(isReported)
                        .map(Repository::className)
                        .filter(name -> !executed.contains(name))
                        .collect(Collectors.joining(", "));
        if (missing.isEmpty()) return;
        unreported.add(
                "expected a report of every test class in %s/target/%s, found none of %s"
                        .formatted(module, folder, missing));
    }

    /// Adds the tests of all reports in a folder, and returns their classes.
    private Set<String> readAll(Path folder) {
        Set<String> classes = new TreeSet<>();
        for (Path report : reports(folder)) classes.addAll(read(report));
        return classes;
    }

    /// Returns whether the long profile executes tests of a source.
    private static boolean isLong(Path source) {
        try {
            return LONG_TAG.matcher(Files.readString(source)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> reports(Path folder) {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds the tests of one report, and returns their classes.
    private Set<String> read(Path report) {
        NodeList cases;
        try {
            cases =
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(report.toFile())
                            .getElementsByTagName("testcase");
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException("expected a test report, found " + report, e);
        }
        Set<String> classes = new TreeSet<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element each = (Element) cases.item(i);
            // A nested class belongs to its outer class; "[1]" or "(sqlite)" names one of several
            // executions of a class.
            classes.add(each.getAttribute("classname").replaceFirst("[^\\w.].*", ""));
            String name = each.getAttribute("classname") + "." + each.getAttribute("name");
            tests.add(name);
            NodeList skips = each.getElementsByTagName("skipped");
            if (skips.getLength() > 0) skipped.add(new Skipped(name, reason(skips.item(0))));
        }
        return classes;
    }

    /// A condition writes its reason as an attribute, a failed assumption as the text of an error.
    private static String reason(org.w3c.dom.Node skip) {
        String message = ((Element) skip).getAttribute("message");
        String text = message.isEmpty() ? skip.getTextContent() : message;
        String lines =
                text.lines()
                        .takeWhile(line -> !line.startsWith("\tat "))
                        .map(String::strip)
                        .collect(Collectors.joining(" "))
                        .strip();
        String reason = THROWN.matcher(lines).replaceFirst("");
        return reason.isEmpty() ? "no reason was given" : reason;
    }

    /// Returns a line for each skipped test.
    public List<String> lines() {
        return skipped.stream().map(each -> each.test() + ": " + each.reason()).sorted().toList();
    }

    /// Returns what is wrong, given what may be skipped.
    public List<String> faults(String allowed) {
        List<String> faults = new ArrayList<>();
        if (tests.isEmpty()) faults.add("expected test reports, found none");
        faults.addAll(unreported);
        List<Entry> entries =
                allowed.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(Entry::parse)
                        .toList();
        for (Skipped each : skipped) {
            if (entries.stream().noneMatch(entry -> entry.allows(each))) {
                faults.add(
                        "%s was skipped (%s), but no entry allows it"
                                .formatted(each.test(), each.reason()));
            }
        }
        for (Entry entry : entries) {
            if (tests.stream().noneMatch(entry::isOf)) {
                faults.add(
                        "'%s' may be skipped, but there is no such test: delete the entry"
                                .formatted(entry.name()));
            }
        }
        return faults;
    }

    private record Skipped(String test, String reason) {}

    private record Entry(String name, Pattern pattern, String quoted) {
        private static final Pattern LINE = Pattern.compile("(\\S+)\\s+\"([^\"]+)\"\\s+\\S.*");

        static Entry parse(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "expected 'TEST \"REASON OF THE TEST\" WHY', found: " + line);
            }
            String regex =
                    Stream.of(parts.group(1).split("\\*", -1))
                            .map(Pattern::quote)
                            .collect(Collectors.joining(".*"));
            return new Entry(parts.group(1), Pattern.compile(regex), parts.group(2));
        }

        boolean isOf(String test) {
            return pattern.matcher(test).matches();
        }

        boolean allows(Skipped skip) {
            return isOf(skip.test()) && skip.reason().contains(quoted);
        }
    }
}
