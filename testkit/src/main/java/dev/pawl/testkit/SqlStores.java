package dev.pawl.testkit;

import dev.pawl.engine.store.Store;
import dev.pawl.machine.Transaction.RowMapper;
import java.util.List;
import java.util.SortedMap;

/// Stores that execute the SQL of steps, so that a [CrashMatrix] can inspect what it wrote.
public interface SqlStores extends StoreFactory {

    /// Returns the rows that steps wrote with SQL, by table, as text that is equal for equal rows.
    ///
    /// The query belongs to a store, or to a transaction that is not committed yet.
    SortedMap<String, List<String>> written(Query query);

    /// Closes a store that no test uses any longer, and deletes its contents.
    void discard(Store store);

    /// Executes a query, in a store or in a transaction.
    interface Query {
        <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);
    }
}
