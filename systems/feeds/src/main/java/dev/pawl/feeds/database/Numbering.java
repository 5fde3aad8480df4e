package dev.pawl.feeds.database;

import dev.pawl.machine.Transaction;

/// Numbers the rows of a table in one transaction.
///
/// SQLite has one writer, which counts up from the highest number. PostgreSQL has many writers,
/// which would use the same numbers, so each table has a sequence.
final class Numbering {
    private final Transaction tx;
    private final String table;
    private long last = -1;

    Numbering(Transaction tx, String table) {
        this.tx = tx;
        this.table = table;
    }

    long next() {
        switch (tx.flavour()) {
            case SQLITE -> {
                if (last < 0) last = query("select coalesce(max(number), 0) from " + table);
                last++;
            }
            case POSTGRESQL -> last = query("select nextval('%s_numbers')".formatted(table));
        }
        return last;
    }

    private long query(String sql) {
        return tx.query(sql, row -> row.number(1)).getFirst();
    }
}
