package dev.pawl.benchmarks.postgres;

import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.servers.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/// What a peer achieves on a server: steps per second with many runs at once; how long a run takes
/// alone, p50; what a step costs: processor time of the peer's process and of all processes of the
/// database, and transactions; and the memory of the peer's process.
///
/// Processor time of the database is all that it used meanwhile, its maintenance included.
public record PeerFigures(
        String name,
        double perSecond,
        double aloneMillis,
        double cpuMicros,
        double databaseMicros,
        double transactions,
        double mebibytes) {
    /// One peer uses an API that the JDK will remove.
    static final List<String> OPTIONS = List.of("--sun-misc-unsafe-memory-access=allow");

    private static final Duration TIME_MAX = Duration.ofMinutes(5);

    /// Creates the database of a peer if it does not exist, and returns its address.
    static String create(PostgresServer server, String name) throws SQLException {
        String database = database(name);
        String query = "select count(*) from pg_database where datname = '%s'".formatted(database);
        try (Connection connection = DriverManager.getConnection(server.url("postgres"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1) == 0 ? server.create(database) : server.url(database);
        }
    }

    private static String database(String name) {
        return "peer_" + name.replace('-', '_');
    }

    /// Measures the peer `name` in a process of its own, on a database of its own.
    public static PeerFigures measure(PostgresServer server, String name, int atOnce, Scale scale)
            throws IOException, SQLException, InterruptedException {
        String database = database(name);
        String url = create(server, name);
        List<String> arguments =
                List.of(
                        name,
                        url,
                        Integer.toString(atOnce),
                        Integer.toString(scale.of(200, 50, 5)),
                        Integer.toString(scale.of(12_000, 2_000, 50)),
                        Integer.toString(scale.of(8_000, 2_000, 1_500)));
        try (ChildJvm child = ChildJvm.start(OPTIONS, PeerChild.class, arguments, TIME_MAX)) {
            child.await(PeerChild.STARTED);
            Used before = Used.now(server, database);
            double steps = child.await(PeerChild.ENDED);
            Used used = Used.now(server, database).since(before);
            double perSecond = child.await(PeerChild.STEPS_PER_SECOND);
            double cpuMicros = child.await(PeerChild.CPU);
            double aloneMillis = child.await(PeerChild.ALONE);
            double mebibytes = child.await(PeerChild.MEMORY);
            return new PeerFigures(
                    name,
                    perSecond,
                    aloneMillis,
                    cpuMicros,
                    used.cpu().toNanos() / 1e3 / steps,
                    used.transactions() / steps,
                    mebibytes);
        }
    }

    /// The processor time that a server has used, and the transactions of a database. The server
    /// counts transactions about a second late, at the end as at the start.
    record Used(Duration cpu, long transactions) {

        static Used now(PostgresServer server, String database) throws IOException, SQLException {
            String query =
                    "select xact_commit from pg_stat_database where datname = '%s'"
                            .formatted(database);
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
}
