package dev.pawl.store;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a query: the names of its columns, and its rows. `isCut` is true if the query
/// found more rows than a result holds.
public record QueryResult(List<String> columns, List<List<@Nullable Object>> rows, boolean isCut) {
    /// The most rows that one result holds.
    public static final int ROWS_MAX = 100_000;

    public QueryResult {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    static QueryResult of(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) columns.add(meta.getColumnLabel(i));
        List<List<@Nullable Object>> found = new ArrayList<>();
        while (found.size() < ROWS_MAX && rows.next()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) row.add(value(rows, i));
            found.add(row);
        }
        return new QueryResult(columns, found, found.size() == ROWS_MAX && rows.next());
    }

    /// Numbers, booleans and bytes keep their type; every other value is returned as text.
    private static @Nullable Object value(ResultSet rows, int column) throws SQLException {
        Object value = rows.getObject(column);
        boolean plain = value instanceof Number || value instanceof Boolean;
        return plain || value instanceof byte[] ? value : rows.getString(column);
    }
}
