package dev.pawl.feeds.format.cce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The headers of a sheet by column. The first column has the identifiers.
///
/// A header may span columns: a cell without a header belongs to the header before it.
record ColumnHeaders(SortedMap<Integer, String> names) {
    /// The headers of the description, in order of preference.
    static final List<String> DESCRIPTIONS =
            List.of("CCE Description", "CCE Title", "Title", "Name");

    private static final Pattern FIRST = Pattern.compile("CCE( ID( v[0-9]+)?)?");

    /// Returns a row as headers; empty if it is another kind of row.
    static Optional<ColumnHeaders> of(SortedMap<Integer, String> cells) {
        boolean first = FIRST.matcher(cells.getOrDefault(0, "").strip()).matches();
        boolean described =
                cells.values().stream().map(String::strip).anyMatch(DESCRIPTIONS::contains);
        if (!first || !described) return Optional.empty();
        SortedMap<Integer, String> names = new TreeMap<>();
        cells.forEach((column, name) -> names.put(column, name.strip().replaceAll("\\s+", " ")));
        return Optional.of(new ColumnHeaders(names));
    }

    /// Returns the cells of a row by header, without the identifier.
    Map<String, String> byHeader(SortedMap<Integer, String> cells) {
        Map<String, String> byHeader = new LinkedHashMap<>();
        cells.forEach((column, value) -> {
            boolean present = column > 0 && !value.isBlank();
            if (present) byHeader.merge(header(column), value, (a, b) -> a + "\n" + b);
        });
        return byHeader;
    }

    private String header(int column) {
        return names.headMap(column + 1).sequencedValues().getLast();
    }
}
