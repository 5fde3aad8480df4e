package dev.pawl.diamonds.table;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.Flavour;
import java.util.List;
import java.util.stream.LongStream;

/// Gives the next numbers of a table: from a sequence in PostgreSQL; in SQLite, which has one
/// writer, after the greatest.
public final class Numbers {
    private Numbers() {}

    /// Returns `count` numbers in ascending order.
    public static List<Long> next(Transaction tx, String table, int count) {
        if (count == 0) return List.of();
        if (tx.flavour() == Flavour.POSTGRESQL) {
            return tx.query(
                    "select nextval('%s_numbers') from generate_series(1, ?)".formatted(table),
                    row -> row.number(1),
                    count);
        }
        long last =
                tx.query(
                                "select coalesce(max(number), 0) from %s".formatted(table),
                                row -> row.number(1))
                        .getFirst();
        return LongStream.rangeClosed(last + 1, last + count).boxed().toList();
    }
}
