package dev.pawl.store.sql;

import dev.pawl.engine.store.Filter;
import dev.pawl.run.RunStatus;
import dev.pawl.store.format.Keys;
import dev.pawl.store.format.StatusCodes;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A filter as the condition of a query on `run`, with its parameters.
record FilterSql(String where, List<Object> parameters) {

    static FilterSql of(Filter filter) {
        List<String> terms = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        add(terms, values, filter.machine(), "machine = (select id from @machine where name = ?)");
        addKey(terms, values, filter);
        if (!filter.statuses().isEmpty()) terms.add(statuses(filter));
        add(terms, values, filter.state(), "state = ?");
        add(terms, values, filter.queue(), "queue = ?");
        if (filter.parent() != null) {
            add(terms, values, filter.parent().value(), "parent = ?");
        }
        if (filter.following() != null) {
            add(terms, values, filter.following().value(), "(follows = ? or behind = ?)");
            values.add(filter.following().value());
        }
        if (filter.error() != null) {
            // Both by the database, whose idea of lower case is not Java's.
            add(terms, values, filter.error(), "{instr}(lower(error), lower(?)) > 0");
        }
        return new FilterSql(terms.isEmpty() ? "true" : String.join(" and ", terms), values);
    }

    /// Binds the parameters and returns the index of the next one.
    int bind(PreparedStatement to, Dialect dialect) throws SQLException {
        int next = 1;
        for (Object value : parameters) {
            to.setObject(next++, value instanceof String text ? dialect.stored(text) : value);
        }
        return next;
    }

    private static void add(
            List<String> terms, List<Object> values, @Nullable Object value, String term) {
        if (value == null) return;
        terms.add(term);
        values.add(value);
    }

    /// A run without a key is found by its id.
    private static void addKey(List<String> terms, List<Object> values, Filter filter) {
        String key = filter.key();
        if (key == null) return;
        long id = Keys.idOf(key);
        if (id < 0) {
            add(terms, values, key, "key = ?");
        } else {
            terms.add("(key = ? or (key is null and id = ?))");
            values.add(key);
            values.add(id);
        }
    }

    /// The index omits completed runs, and that of PostgreSQL running ones too; the databases use
    /// it only for a condition that repeats this. Runs that have not ended repeat the condition of
    /// their own index.
    private static String statuses(Filter filter) {
        String codes =
                filter.statuses().stream()
                        .map(status -> String.valueOf(StatusCodes.code(status)))
                        .sorted()
                        .collect(Collectors.joining(", "));
        String term = "status in (" + codes + ")";
        if (!filter.statuses().contains(RunStatus.COMPLETED)) term += " and status <> 10";
        if (!filter.statuses().contains(RunStatus.RUNNING)) term += " and status <> 4";
        if (filter.statuses().stream().noneMatch(RunStatus::isEnd)) term += " and ended is null";
        return term;
    }
}
