package dev.pawl.diamonds.table;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Inserts many rows into a table: in PostgreSQL as arrays, 100 rows in a statement; in SQLite,
/// where a statement costs no round trip, row by row.
///
/// A row whose key exists is left out, so the returned number shows whether another node was
/// faster.
public final class BulkInsert {
    /// How many rows one statement inserts in PostgreSQL.
    public static final int ROWS = 100;

    private final List<Column> columns;
    private final String single;
    private final String arrays;

    private BulkInsert(String table, List<Column> columns) {
        this.columns = columns;
        String names = String.join(", ", columns.stream().map(Column::name).toList());
        String marks = String.join(", ", Collections.nCopies(columns.size(), "?"));
        String lists =
                String.join(", ", columns.stream().map(c -> "?::" + c.type() + "[]").toList());
        this.single =
                "insert into %s (%s) values (%s) on conflict do nothing"
                        .formatted(table, names, marks);
        this.arrays =
                "insert into %s (%s) select * from unnest(%s) on conflict do nothing"
                        .formatted(table, names, lists);
    }

    /// Returns the insert into a table; a column is its name and type: `number bigint`.
    public static BulkInsert into(String table, String... columns) {
        List<Column> all = new ArrayList<>();
        for (String column : columns) {
            int space = column.indexOf(' ');
            all.add(new Column(column.substring(0, space), column.substring(space + 1)));
        }
        return new BulkInsert(table, all);
    }

    /// Inserts rows, whose values are in the order of the columns, and returns how many.
    public long insert(Transaction tx, List<Object[]> rows) {
        if (rows.isEmpty()) return 0;
        if (tx.flavour() == Flavour.SQLITE) return tx.updateAll(single, rows);
        long inserted = 0;
        for (int from = 0; from < rows.size(); from += ROWS) {
            List<Object[]> some = rows.subList(from, Math.min(from + ROWS, rows.size()));
            inserted += tx.update(arrays, arrays(some));
        }
        return inserted;
    }

    private Object[] arrays(List<Object[]> rows) {
        Object[] arrays = new Object[columns.size()];
        for (int c = 0; c < arrays.length; c++) {
            Object[] values =
                    switch (columns.get(c).type()) {
                        case "bigint" -> new Long[rows.size()];
                        case "integer" -> new Integer[rows.size()];
                        case "text" -> new String[rows.size()];
                        default -> throw new IllegalStateException("no array of " + columns.get(c));
                    };
            for (int r = 0; r < values.length; r++) values[r] = rows.get(r)[c];
            arrays[c] = values;
        }
        return arrays;
    }

    private record Column(String name, String type) {}
}
