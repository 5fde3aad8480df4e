package dev.pawl.store.postgres;

import dev.pawl.store.sql.Dialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Binds the parameters of a call one after the other, each as an array that is a column of some
/// rows; the driver sends arrays in binary. A column without any value is sent as an empty array.
final class PgArrays {
    private static final Long[] NO_NUMBERS = {};
    private static final Integer[] NO_SMALL_NUMBERS = {};
    private static final String[] NO_TEXTS = {};
    private static final byte[][] NO_BYTES = {};

    private final PreparedStatement call;
    private final Dialect dialect;
    private int place;

    PgArrays(PreparedStatement call, Dialect dialect) {
        this.call = call;
        this.dialect = dialect;
    }

    /// Returns the index of the next parameter.
    int next() {
        return ++place;
    }

    void add(Object array) throws SQLException {
        call.setObject(next(), array);
    }

    <T> void longs(Collection<T> rows, ToLongFunction<T> column) throws SQLException {
        long[] values = new long[rows.size()];
        int at = 0;
        for (T row : rows) values[at++] = column.applyAsLong(row);
        add(values);
    }

    <T> void ints(Collection<T> rows, ToIntFunction<T> column) throws SQLException {
        int[] values = new int[rows.size()];
        int at = 0;
        for (T row : rows) values[at++] = column.applyAsInt(row);
        add(values);
    }

    /// Adds a column that often has the same value in all rows, which is then sent once.
    <T> void common(Collection<T> rows, ToIntFunction<T> column) throws SQLException {
        int[] values = new int[rows.size()];
        boolean same = true;
        int at = 0;
        for (T row : rows) {
            values[at] = column.applyAsInt(row);
            same &= values[at] == values[0];
            at++;
        }
        add(same && at > 0 ? new int[] {values[0]} : values);
    }

    /// Does the same for large numbers.
    <T> void commonLongs(Collection<T> rows, ToLongFunction<T> column) throws SQLException {
        long[] values = new long[rows.size()];
        boolean same = true;
        int at = 0;
        for (T row : rows) {
            values[at] = column.applyAsLong(row);
            same &= values[at] == values[0];
            at++;
        }
        add(same && at > 0 ? new long[] {values[0]} : values);
    }

    <T> void booleans(Collection<T> rows, Predicate<T> column) throws SQLException {
        boolean[] values = new boolean[rows.size()];
        int at = 0;
        for (T row : rows) values[at++] = column.test(row);
        add(values);
    }

    <T> void numbers(Collection<T> rows, Function<T, @Nullable Long> column) throws SQLException {
        @Nullable Long[] values = new @Nullable Long[rows.size()];
        add(fill(values, rows, column) ? values : NO_NUMBERS);
    }

    <T> void smallNumbers(Collection<T> rows, Function<T, @Nullable Integer> column)
            throws SQLException {
        @Nullable Integer[] values = new @Nullable Integer[rows.size()];
        add(fill(values, rows, column) ? values : NO_SMALL_NUMBERS);
    }

    <T> void texts(Collection<T> rows, Function<T, @Nullable String> column) throws SQLException {
        @Nullable String[] values = new @Nullable String[rows.size()];
        Function<T, @Nullable String> stored =
                row -> {
                    String text = column.apply(row);
                    return text == null ? null : dialect.stored(text);
                };
        add(fill(values, rows, stored) ? values : NO_TEXTS);
    }

    <T> void bytes(Collection<T> rows, Function<T, byte @Nullable []> column) throws SQLException {
        byte[] @Nullable [] values = new byte[rows.size()][];
        add(fill(values, rows, column) ? values : NO_BYTES);
    }

    /// Returns whether at least one value is not null.
    private static <T, V> boolean fill(
            @Nullable V[] values, Collection<T> rows, Function<T, @Nullable V> column) {
        boolean any = false;
        int at = 0;
        for (T row : rows) {
            V value = column.apply(row);
            values[at++] = value;
            any |= value != null;
        }
        return any;
    }
}
