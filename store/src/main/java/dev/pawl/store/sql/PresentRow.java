package dev.pawl.store.sql;

import dev.pawl.machine.Transaction.Row;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// The current row of a result, whose columns a step reads.
record PresentRow(ResultSet rows, Dialect dialect) implements Row {
    @Override
    public boolean isNull(int column) {
        return get(() -> rows.getObject(column) == null);
    }

    @Override
    public String text(int column) {
        return get(() -> String.valueOf(rows.getString(column)));
    }

    @Override
    public long number(int column) {
        return get(() -> rows.getLong(column));
    }

    @Override
    public double real(int column) {
        return get(() -> rows.getDouble(column));
    }

    @Override
    public byte[] bytes(int column) {
        return get(() -> {
            byte[] bytes = rows.getBytes(column);
            return bytes == null ? new byte[0] : bytes;
        });
    }

    @Override
    public boolean bool(int column) {
        return get(() -> rows.getBoolean(column));
    }

    @Override
    public BigDecimal decimal(int column) {
        return get(() -> {
            String found = present(rows.getString(column), column, "a decimal number");
            try {
                return new BigDecimal(found);
            } catch (NumberFormatException e) {
                throw unexpected(column, "a decimal number", found);
            }
        });
    }

    @Override
    public Instant time(int column) {
        return get(() ->
                switch (dialect) {
                    case Dialect.Sqlite _ -> parsed(column);
                    case Dialect.Postgres _ ->
                            present(rows.getObject(column, OffsetDateTime.class), column, "a time")
                                    .toInstant();
                });
    }

    private Instant parsed(int column) throws SQLException {
        String found = present(rows.getString(column), column, "a time");
        try {
            return Instant.parse(found);
        } catch (DateTimeException e) {
            throw unexpected(column, "a time such as 2024-01-16T02:00:00Z", found);
        }
    }

    private static <T> T present(@Nullable T value, int column, String expected) {
        if (value == null) throw unexpected(column, expected, "null");
        return value;
    }

    private static IllegalArgumentException unexpected(int column, String expected, String found) {
        return new IllegalArgumentException(
                "expected %s in column %d, found %s".formatted(expected, column, found));
    }

    private static <T> T get(Column<T> column) {
        try {
            return column.get();
        } catch (SQLException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface Column<T> {
        T get() throws SQLException;
    }
}
