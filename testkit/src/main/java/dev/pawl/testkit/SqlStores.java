package dev.pawl.testkit;

import dev.pawl.engine.store.Store;
import dev.pawl.machine.Transaction.RowMapper;
import java.util.List;
import java.util.SortedMap;

/// Stores that execute SQL of a step's own, so that a [CrashMatrix] can look at what it wrote.
public interface SqlStores extends Stores {

    /// Returns the rows that steps have written with SQL of their own, by table, as text that is
    /// the same for the same rows.
    ///
    /// The query is that of a store, or of a transaction that is not committed yet.
    SortedMap<String, List<String>> written(Query query);

    /// Closes a store that no test uses any more, and deletes its contents.
    void discard(Store store);

    /// A question in SQL: that of a store, or of a transaction.
    interface Query {
        <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);
    }
}
