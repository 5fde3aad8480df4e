package dev.pawl.feeds.format.cce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The heads of a sheet's columns, by column. The first column has the identifiers.
///
/// A head may span columns: what stands under none belongs to the head before it.
record Heads(SortedMap<Integer, String> names) {
    /// What sheets call the text that says what is to be set, the better ones first.
    static final List<String> DESCRIPTIONS =
            List.of("CCE Description", "CCE Title", "Title", "Name");

    private static final Pattern FIRST = Pattern.compile("CCE( ID( v[0-9]+)?)?");

    /// Returns the heads that a row is; empty if it is another.
    static Optional<Heads> of(SortedMap<Integer, String> cells) {
        boolean first = FIRST.matcher(cells.getOrDefault(0, "").strip()).matches();
        boolean described =
                cells.values().stream().map(String::strip).anyMatch(DESCRIPTIONS::contains);
        if (!first || !described) return Optional.empty();
        SortedMap<Integer, String> names = new TreeMap<>();
        cells.forEach((column, name) -> names.put(column, name.strip().replaceAll("\\s+", " ")));
        return Optional.of(new Heads(names));
    }

    /// Returns the cells of a row, without its identifier, under their heads.
    Map<String, String> named(SortedMap<Integer, String> cells) {
        Map<String, String> named = new LinkedHashMap<>();
        cells.forEach((column, value) -> {
            boolean said = column > 0 && !value.isBlank();
            if (said) named.merge(head(column), value, (a, b) -> a + "\n" + b);
        });
        return named;
    }

    private String head(int column) {
        return names.headMap(column + 1).sequencedValues().getLast();
    }
}
