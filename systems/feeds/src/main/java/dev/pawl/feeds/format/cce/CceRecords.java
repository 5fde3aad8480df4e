package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Groups rows by their identifier.
///
/// A first pass counts the rows of identifiers that repeat. In the second pass such rows are held
/// until the last one of their identifier; all others pass through.
final class CceRecords implements Records<CceEntry> {
    private final Records<CceRow> rows;
    private final Map<String, Integer> expected;
    private final Map<String, List<CceRow>> waiting = new HashMap<>();

    private CceRecords(Records<CceRow> rows, Map<String, Integer> expected) {
        this.rows = rows;
        this.expected = expected;
    }

    static CceRecords open(RowSource source) throws IOException {
        Map<String, Integer> repeated = new HashMap<>();
        try (Records<CceRow> rows = source.open()) {
            Set<String> seen = new HashSet<>();
            for (CceRow row = rows.next(); row != null; row = rows.next()) {
                // Rows without an identifier are not grouped.
                boolean again = !row.id().isEmpty() && !seen.add(row.id());
                if (again) repeated.merge(row.id(), 2, (count, _) -> count + 1);
            }
        }
        return new CceRecords(source.open(), repeated);
    }

    @Override
    public @Nullable CceEntry next() throws IOException {
        for (CceRow row = rows.next(); row != null; row = rows.next()) {
            if (!expected.containsKey(row.id())) return new CceEntry(row.id(), List.of(row));
            List<CceRow> grouped = waiting.computeIfAbsent(row.id(), _ -> new ArrayList<>());
            grouped.add(row);
            if (grouped.size() == expected.get(row.id())) {
                waiting.remove(row.id());
                return new CceEntry(row.id(), grouped);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    /// Rows that can be read twice.
    interface RowSource {
        Records<CceRow> open() throws IOException;
    }
}
