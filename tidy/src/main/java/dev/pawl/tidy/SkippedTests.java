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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// The tests that a build has skipped, each with its reason, compared with those that it may skip.
///
/// What it may skip is a text, one entry per line: the name of a test, where `*` stands for any
/// characters, words in quotes that the test gives as its reason, and why that is accepted. A
/// skipped test without an entry is a fault, and so is an entry that is the name of no test.
public final class SkippedTests {
    private static final Set<String> REPORTS = Set.of("surefire-reports", "long-reports");
    private static final Pattern THROWN =
            Pattern.compile("^[\\w.$]+(Exception|Error): (Assumption failed: )?");

    private final Set<String> tests = new TreeSet<>();
    private final Set<Skipped> skipped = new LinkedHashSet<>();

    /// Reads the reports of all modules.
    public static SkippedTests in(Repository repository) {
        SkippedTests found = new SkippedTests();
        for (String module : repository.modules()) {
            for (String folder : REPORTS) {
                Path reports = repository.root().resolve(module).resolve("target").resolve(folder);
                for (Path report : reports(reports)) found.read(report);
            }
        }
        return found;
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

    /// Adds the tests of one report.
    void read(Path report) {
        NodeList cases;
        try {
            cases =
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(report.toFile())
                            .getElementsByTagName("testcase");
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException("expected a report of tests, found " + report, e);
        }
        for (int i = 0; i < cases.getLength(); i++) {
            Element each = (Element) cases.item(i);
            String name = each.getAttribute("classname") + "." + each.getAttribute("name");
            tests.add(name);
            NodeList skips = each.getElementsByTagName("skipped");
            if (skips.getLength() > 0) skipped.add(new Skipped(name, reason(skips.item(0))));
        }
    }

    /// A condition writes its reason as an attribute, a failed assumption as the text of an error.
    private static String reason(org.w3c.dom.Node skip) {
        String message = ((Element) skip).getAttribute("message");
        String text = message.isEmpty() ? skip.getTextContent() : message;
        String words =
                text.lines()
                        .takeWhile(line -> !line.startsWith("\tat "))
                        .map(String::strip)
                        .collect(Collectors.joining(" "))
                        .strip();
        String reason = THROWN.matcher(words).replaceFirst("");
        return reason.isEmpty() ? "no reason was given" : reason;
    }

    /// Returns a line for each skipped test.
    public List<String> lines() {
        return skipped.stream().map(each -> each.test() + ": " + each.reason()).sorted().toList();
    }

    /// Returns what is wrong, given what may be skipped.
    public List<String> faults(String allowed) {
        List<String> faults = new ArrayList<>();
        if (tests.isEmpty()) faults.add("expected reports of tests, found none");
        List<Entry> entries =
                allowed.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(Entry::parse)
                        .toList();
        for (Skipped each : skipped) {
            if (entries.stream().noneMatch(entry -> entry.allows(each))) {
                faults.add(
                        "%s was skipped (%s), and no entry allows it"
                                .formatted(each.test(), each.reason()));
            }
        }
        for (Entry entry : entries) {
            if (tests.stream().noneMatch(entry::isOf)) {
                faults.add(
                        "'%s' may be skipped, and there is no such test: delete the entry"
                                .formatted(entry.name()));
            }
        }
        return faults;
    }

    private record Skipped(String test, String reason) {}

    private record Entry(String name, Pattern pattern, String words) {
        private static final Pattern LINE = Pattern.compile("(\\S+)\\s+\"([^\"]+)\"\\s+\\S.*");

        static Entry parse(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "expected 'test \"words of the test\" reason', found: " + line);
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
            return isOf(skip.test()) && skip.reason().contains(words);
        }
    }
}
