package dev.pawl.diamonds.table;

import dev.pawl.machine.Transaction.RowMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Reads rows by lists of keys, with statements of one fixed size that the store prepares once.
public final class NumberLists {
    private static final int SIZE = 250;
    private static final String MARKS = String.join(", ", Collections.nCopies(SIZE, "?"));

    private NumberLists() {}

    /// Returns the rows of `sql`, in which `in (…)` stands for the keys.
    public static <T> List<T> query(
            StoreQuery tables, String sql, RowMapper<T> mapper, List<?> keys) {
        List<T> rows = new ArrayList<>();
        if (keys.isEmpty()) return rows;
        String marked = sql.replace("in (…)", "in (" + MARKS + ")");
        Object[] parameters = new Object[SIZE];
        for (int from = 0; from < keys.size(); from += SIZE) {
            // Spare parameters repeat the last key, which changes no result.
            for (int i = 0; i < SIZE; i++) {
                parameters[i] = keys.get(Math.min(from + i, keys.size() - 1));
            }
            rows.addAll(tables.query(marked, mapper, parameters));
        }
        return rows;
    }
}
