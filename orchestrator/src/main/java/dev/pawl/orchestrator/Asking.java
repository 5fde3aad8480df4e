package dev.pawl.orchestrator;

import dev.pawl.machine.Transaction.RowMapper;
import java.util.List;

/// Answers a question to the tables: an engine, an attempt, a transaction or a store does.
@FunctionalInterface
public interface Asking {
    <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);
}
