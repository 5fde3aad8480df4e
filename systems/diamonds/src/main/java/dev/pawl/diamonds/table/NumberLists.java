package dev.pawl.diamonds.table;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import dev.pawl.machine.Transaction.RowMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Reads rows by lists of keys, with statements of few fixed sizes that the store prepares once.
public final class NumberLists {
    private static final int SIZE = 250;

    /// About a page of a supplier.
    private static final int SMALL = 32;

    private static final int ARRAY_SIZE = 2_000;
    private static final String KEYS = "in (…)";
    private static final String MARKS = marks(SIZE);
    private static final String SMALL_MARKS = marks(SMALL);

    private NumberLists() {}

    private static String marks(int size) {
        return "in (" + String.join(", ", Collections.nCopies(size, "?")) + ")";
    }

    /// Returns the rows of `sql`, in which `in (…)` stands for the keys.
    public static <T> List<T> query(
            StoreQuery tables, String sql, RowMapper<T> mapper, List<?> keys) {
        List<T> rows = new ArrayList<>();
        if (keys.isEmpty()) return rows;
        int size = keys.size() <= SMALL ? SMALL : SIZE;
        String marked = sql.replace(KEYS, size == SMALL ? SMALL_MARKS : MARKS);
        Object[] parameters = new Object[size];
        for (int from = 0; from < keys.size(); from += size) {
            // Spare parameters repeat the last key, which changes no result.
            for (int i = 0; i < size; i++) {
                parameters[i] = keys.get(Math.min(from + i, keys.size() - 1));
            }
            rows.addAll(tables.query(marked, mapper, parameters));
        }
        return rows;
    }

    /// Returns the same in a transaction. The keys must differ.
    ///
    /// PostgreSQL keeps the plan that it made while the tables were empty, and then a list of keys
    /// is answered by reading them whole, however large they become. Looking up key by key leaves
    /// it no choice but the index.
    public static <T> List<T> query(Transaction tx, String sql, RowMapper<T> mapper, List<?> keys) {
        if (tx.flavour() == Flavour.SQLITE) return query(tx::query, sql, mapper, keys);
        List<T> rows = new ArrayList<>();
        if (keys.isEmpty()) return rows;
        String type = keys.getFirst() instanceof Long ? "bigint" : "text";
        String looked =
                "select found.* from unnest(?::%s[]) as key(value) cross join lateral (%s offset 0)"
                                .formatted(type, sql.replace(KEYS, "= key.value"))
                        + " as found";
        for (int from = 0; from < keys.size(); from += ARRAY_SIZE) {
            List<?> some = keys.subList(from, Math.min(from + ARRAY_SIZE, keys.size()));
            rows.addAll(tx.query(looked, mapper, some));
        }
        return rows;
    }
}
