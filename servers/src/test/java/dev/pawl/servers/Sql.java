package dev.pawl.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Short SQL.
final class Sql {
    private Sql() {}

    static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }

    static String text(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return text(connection, sql);
        }
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
