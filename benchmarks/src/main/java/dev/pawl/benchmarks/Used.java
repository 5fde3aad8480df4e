package dev.pawl.benchmarks;

import dev.pawl.servers.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/// What a server has used of the processor, and the transactions of a database. The server counts
/// those about a second late, at the end as at the beginning.
record Used(Duration cpu, long transactions) {

    static Used now(PostgresServer server, String database) throws IOException, SQLException {
        String query =
                "select xact_commit from pg_stat_database where datname = '%s'".formatted(database);
        Duration cpu = server.cpu();
        try (Connection connection = DriverManager.getConnection(server.url("postgres"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return new Used(cpu, row.getLong(1));
        }
    }

    Used since(Used before) {
        return new Used(cpu.minus(before.cpu), transactions - before.transactions);
    }
}
