package dev.pawl.machine;

import java.util.List;

/// The store's transaction, lent to a step for SQL of its own.
///
/// What is written here commits together with the step's transition, exactly once, or not at all.
/// It is valid only inside the call that it was given to.
public interface Transaction {

    /// Executes one statement with `?` parameters and returns how many rows it changed.
    int update(String sql, Object... parameters);

    /// Executes one statement for each row of parameters and returns how many rows they changed.
    long updateAll(String sql, Iterable<Object[]> rows);

    /// Returns the rows of a query, mapped one by one.
    <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);

    /// Returns whose SQL it takes, for the few statements that no two take.
    Flavour flavour();

    /// Whose SQL a store takes.
    enum Flavour {
        SQLITE,
        POSTGRESQL
    }

    /// Makes a value of the present row.
    @FunctionalInterface
    interface RowMapper<T> {
        T map(Row row);
    }

    /// The present row of a query; columns count from 1.
    interface Row {
        boolean isNull(int column);

        String text(int column);

        long number(int column);

        double real(int column);

        byte[] bytes(int column);
    }
}
