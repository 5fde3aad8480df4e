package dev.pawl.pipeline.feed;

import dev.pawl.machine.Transaction;
import java.util.List;

/// Reads tables of the store, such as `engine::query` and `attempt::query` do.
@FunctionalInterface
public interface RowQuery {
    <T> List<T> query(String sql, Transaction.RowMapper<T> mapper, Object... parameters);
}
