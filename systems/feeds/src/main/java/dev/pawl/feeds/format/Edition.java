package dev.pawl.feeds.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The version of a catalogue that a document contains.
///
/// Documents of one `catalogue` (`cwe`, `attack-mobile`, `ssg-rhel8`) are versions of each other,
/// and the newest is loaded: the one with the highest `version`, compared number by number, then
/// the one with the latest `stamp`, a time or date as the publisher writes it.
///
/// A `partial` document, such as a page or a feed of changes, contains only some records; those of
/// one catalogue are merged record by record. Any other document is the complete catalogue: an item
/// that it does not contain no longer exists.
public record Edition(String catalogue, String version, String stamp, boolean partial)
        implements Comparable<Edition> {
    private static final Pattern SEPARATORS = Pattern.compile("[^0-9]+");
    private static final int DIGITS_MAX = 9;

    @Override
    public int compareTo(Edition other) {
        List<Integer> mine = numbers(version);
        List<Integer> others = numbers(other.version);
        for (int i = 0; i < Math.max(mine.size(), others.size()); i++) {
            int a = i < mine.size() ? mine.get(i) : 0;
            int b = i < others.size() ? others.get(i) : 0;
            if (a != b) return Integer.compare(a, b);
        }
        return stamp.compareTo(other.stamp);
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : SEPARATORS.split(version, -1)) {
            boolean number = !part.isEmpty() && part.length() <= DIGITS_MAX;
            if (number) numbers.add(Integer.parseInt(part));
        }
        return numbers;
    }
}
