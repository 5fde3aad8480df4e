package dev.pawl.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The findings that are accepted, each with its reason.
///
/// One per line: rule, subject, reason. Empty lines and lines that start with `#` do not count.
final class Exemptions {
    private final List<Entry> entries;

    private Exemptions(List<Entry> entries) {
        this.entries = entries;
    }

    static Exemptions parse(String text) {
        List<Entry> entries = new ArrayList<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+", 3);
            if (words.length < 3) {
                throw new IllegalArgumentException(
                        "expected 'rule subject reason', found: " + line);
            }
            entries.add(new Entry(words[0], words[1]));
        }
        return new Exemptions(List.copyOf(entries));
    }

    /// Returns the findings that are not exempt, and one for each entry that exempts nothing.
    List<Finding> apply(List<Finding> findings) {
        Set<Entry> unused = new HashSet<>(entries);
        List<Finding> left = new ArrayList<>();
        for (Finding finding : findings) {
            Entry entry = new Entry(finding.rule(), finding.subject());
            unused.remove(entry);
            if (!entries.contains(entry)) {
                left.add(finding);
            }
        }
        for (Entry entry : entries) {
            if (unused.contains(entry)) {
                left.add(
                        new Finding(
                                "unused-exemption",
                                entry.subject(),
                                "breaks no rule '%s': delete the entry".formatted(entry.rule())));
            }
        }
        return left;
    }

    private record Entry(String rule, String subject) {}
}
