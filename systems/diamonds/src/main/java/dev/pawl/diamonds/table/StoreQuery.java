package dev.pawl.diamonds.table;

import dev.pawl.machine.Transaction.RowMapper;
import java.util.List;

/// Reads tables with SQL; an engine, an attempt, a transaction and a store each have this method.
@FunctionalInterface
public interface StoreQuery {
    <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);
}
