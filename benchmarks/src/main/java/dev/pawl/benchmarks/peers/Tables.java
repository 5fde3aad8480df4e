package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// What peers need from a database besides their work.
final class Tables {
    private Tables() {}

    /// Returns a pool of so many connections.
    static HikariDataSource pool(String url, int connections) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(connections);
        return pool;
    }

    /// Executes statements that end with a semicolon, each in a transaction of its own.
    static void make(String url, String statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String each : statements.split(";", -1)) {
                if (!each.isBlank()) statement.executeUpdate(each);
            }
        }
    }

    /// Throws unless the query returns the number `expected`.
    static void check(String url, String query, long expected) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            long found = row.getLong(1);
            if (found != expected) {
                throw new IllegalStateException(
                        "expected %d, found %d: %s".formatted(expected, found, query));
            }
        }
    }
}
