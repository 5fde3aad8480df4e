package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.PgServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a grant of permits costs must not grow with the number of runs that wait.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class PgPermitLineTest {
    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstRunsInALineAreReadInTheOrderOfAnIndex(boolean isClaimed) throws SQLException {
        String line =
                PgQueries.permitLine(isClaimed)
                        .replace("(?, ?, ?, ?, ?, ?)", "('{}', '{}', '{}', '{}', '{}', '{}')")
                        .replace("pool = ?", "pool = 'db'")
                        .replace("permits <= ?", "permits <= 4")
                        .replace("limit ?", "limit 256")
                        .replace("@", "\"%s\".".formatted(schema));
        server.open(schema).close();
        StringBuilder plan = new StringBuilder();
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            // An empty table is scanned otherwise.
            statement.execute("set enable_seqscan = off");
            ResultSet row = statement.executeQuery("explain " + line);
            while (row.next()) plan.append(row.getString(1)).append('\n');
        }
        assertThat(plan.toString())
                .contains("Index Scan using run_permits")
                .contains("Index Cond: (pool = 'db'")
                .doesNotContain("Sort");
    }
}
