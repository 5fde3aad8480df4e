package dev.pawl.benchmarks.diamonds;

import dev.pawl.diamonds.table.DiamondSchema;
import dev.pawl.machine.Transaction.Flavour;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/// Where the bare client writes: the tables of the system, without an engine beside them.
interface BareTables extends AutoCloseable {

    /// Returns when the page is durable. Thread-safe.
    void write(BarePage page) throws SQLException;

    @Override
    void close() throws SQLException;

    /// Creates the tables of the system.
    static void create(Connection connection, Flavour other) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (List<String> version : DiamondSchema.TABLES.versions()) {
                for (String each : version) {
                    if (!each.startsWith("/* only " + other)) statement.executeUpdate(each);
                }
            }
        }
    }

    /// Returns an insert of one row with these columns, each a name and a type.
    static String insert(String table, List<String> columns) {
        return "insert into %s (%s) values (%s)"
                .formatted(
                        table,
                        names(columns),
                        String.join(", ", Collections.nCopies(columns.size(), "?")));
    }

    static String names(List<String> columns) {
        return String.join(
                ", ", columns.stream().map(each -> each.substring(0, each.indexOf(' '))).toList());
    }
}
