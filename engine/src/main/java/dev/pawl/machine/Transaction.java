package dev.pawl.machine;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The store's transaction, in which a step executes its own SQL.
///
/// All statements commit together with the step's transition, exactly once, or not at all. Use it
/// only inside the call that receives it.
///
/// Parameters are null, texts, numbers, `byte[]`, and these:
///
/// - `BigDecimal`: `numeric` in PostgreSQL, its digits as text in SQLite;
/// - `Instant`, to the microsecond: `timestamptz`, or a text of fixed width such as
///   `2024-01-16T02:00:00.000000Z`;
/// - `UUID`: `uuid`, or text;
/// - `Boolean`: `boolean`, or 1 and 0;
/// - a `List` or array of values of one type, and of nulls: an array for `unnest(?::text[])`, or
///   JSON for `json_each(?)`.
public interface Transaction {

    /// Executes one statement with `?` parameters and returns the number of changed rows.
    int update(String sql, @Nullable Object... parameters);

    /// Executes one statement for each row of parameters and returns the number of changed rows.
    long updateAll(String sql, Iterable<Object[]> rows);

    /// Returns the rows of a query, mapped one by one.
    <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters);

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

        /// Returns a boolean: in SQLite every number but 0 is true.
        boolean bool(int column);

        /// Returns a decimal number with all its digits. Throws if the column is null or no number.
        /// In SQLite, a column of the type `text` keeps all digits, and one of another type does
        /// not.
        BigDecimal decimal(int column);

        /// Returns a time. Throws if the column is null or no time.
        Instant time(int column);
    }
}
