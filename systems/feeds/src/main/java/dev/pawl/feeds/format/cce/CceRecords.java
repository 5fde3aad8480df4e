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

/// Entries: rows put together by their identifier.
///
/// A first pass over the rows counts those of identifiers that repeat. In the second, such a row
/// waits until the last of its identifier has come; all others go through.
final class CceRecords implements Records<Entry> {
    private final Records<CceRow> rows;
    private final Map<String, Integer> missing;
    private final Map<String, List<CceRow>> waiting = new HashMap<>();

    private CceRecords(Records<CceRow> rows, Map<String, Integer> missing) {
        this.rows = rows;
        this.missing = missing;
    }

    static CceRecords open(Source source) throws IOException {
        Map<String, Integer> repeated = new HashMap<>();
        try (Records<CceRow> rows = source.open()) {
            Set<String> seen = new HashSet<>();
            for (CceRow row = rows.next(); row != null; row = rows.next()) {
                // Rows that have none do not belong together.
                boolean again = !row.id().isEmpty() && !seen.add(row.id());
                if (again) repeated.merge(row.id(), 2, (count, _) -> count + 1);
            }
        }
        return new CceRecords(source.open(), repeated);
    }

    @Override
    public @Nullable Entry next() throws IOException {
        for (CceRow row = rows.next(); row != null; row = rows.next()) {
            if (!missing.containsKey(row.id())) return new Entry(row.id(), List.of(row));
            List<CceRow> together = waiting.computeIfAbsent(row.id(), _ -> new ArrayList<>());
            together.add(row);
            if (together.size() == missing.get(row.id())) {
                waiting.remove(row.id());
                return new Entry(row.id(), together);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }

    /// Something whose rows can be read twice.
    interface Source {
        Records<CceRow> open() throws IOException;
    }
}
