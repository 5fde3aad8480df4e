package dev.pawl.machine;

import java.util.List;

/// The store's transaction, in which a step executes its own SQL.
///
/// All statements commit together with the step's transition, exactly once, or not at all. Use it
/// only inside the call that receives it.
public interface Transaction {

    /// Executes one statement with `?` parameters and returns the number of changed rows.
    int update(String sql, Object... parameters);

    /// Executes one statement for each row of parameters and returns the number of changed rows.
    long updateAll(String sql, Iterable<Object[]> rows);

    /// Returns the rows of a query, mapped one by one.
    <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);

    /// Returns the SQL dialect, for the few statements that the databases do not share.
    Flavour flavour();

    /// The SQL dialect of a store.
    enum Flavour {
        SQLITE,
        POSTGRESQL
    }

    /// Creates a value from the current row.
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Row row);
    }

    /// The current row of a query; columns count from 1.
    interface Row {
        boolean isNull(int column);

        String text(int column);

        long number(int column);

        double real(int column);

        byte[] bytes(int column);
    }
}
