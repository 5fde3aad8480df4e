package dev.pawl.feeds.base;

import dev.pawl.machine.Transaction;

/// Gives the rows of a table their numbers, inside one transaction.
///
/// A file has one writer, who counts on. A database has many, who would count the same: it has a
/// sequence for each table.
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
                if (last < 0) last = ask("select coalesce(max(number), 0) from " + table);
                last++;
            }
            case POSTGRESQL -> last = ask("select nextval('%s_numbers')".formatted(table));
        }
        return last;
    }

    private long ask(String sql) {
        return tx.query(sql, row -> row.number(1)).getFirst();
    }
}
