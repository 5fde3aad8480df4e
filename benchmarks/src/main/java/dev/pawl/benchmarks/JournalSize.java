package dev.pawl.benchmarks;

import dev.pawl.engine.Engine;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/// Finds out how many bytes Pawl writes per step, so that the raw log can write as many.
///
/// The journal is emptied soon after it is written, so a trigger in a store of our own notes the
/// length of every row.
final class JournalSize {
    private static final int RUNS = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private JournalSize() {}

    /// Returns the bytes of all commits of a five-step run, its start included, per step.
    static int perStep(Workplace at) throws IOException, SQLException, InterruptedException {
        try (Scratch scratch = at.scratch("journal-size")) {
            Path home = scratch.resolve("store");
            SqliteStore.open(home).close();
            String url = "jdbc:sqlite:" + home.resolve("pawl.db");
            execute(
                    url,
                    "create table noted (n integer primary key, bytes integer not null);"
                            + " create trigger note after insert on journal begin insert into"
                            + " noted values (new.n, length(new.commits)); end");
            long bytes;
            try (Engine engine = Engine.open(SqliteStore.open(home), FiveSteps.MACHINE)) {
                if (engine.report(PATIENCE).isEmpty()) {
                    throw new IllegalStateException("an empty store was not opened in " + PATIENCE);
                }
                long before = noted(url);
                for (int i = 0; i < RUNS; i++) FiveSteps.run(engine);
                bytes = noted(url) - before;
            }
            return Math.toIntExact(bytes / (RUNS * FiveSteps.STEPS));
        }
    }

    private static void execute(String url, String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }

    private static long noted(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select sum(bytes) from noted")) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
