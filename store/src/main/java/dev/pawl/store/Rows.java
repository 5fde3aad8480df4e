package dev.pawl.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to a query: the names of its columns, and its rows. `isCut` says that there are more
/// rows than an answer holds.
public record Rows(List<String> columns, List<List<@Nullable Object>> rows, boolean isCut) {
    /// The most rows that one answer holds.
    public static final int ROWS_MAX = 100_000;

    public Rows {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
