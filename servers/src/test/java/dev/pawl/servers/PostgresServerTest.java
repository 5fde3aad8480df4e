package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/// A real server of each installation starts, is killed and restarts with its data.
@ParameterizedClass
@Tag("long")
@MethodSource("dev.pawl.servers.Installation#available")
final class PostgresServerTest {
    private final Installation installation;

    PostgresServerTest(Availability<Installation> available) {
        installation = available.orElseThrow(TestAbortedException::new);
    }

    @Test
    void startsWithItsDefaultDurabilityAndTheSettingsThatItIsGiven(@TempDir Path home)
            throws Exception {
        try (PostgresServer server = start(home, Map.of("max_connections", "17"))) {
            assertThat(text(server, "show fsync")).isEqualTo("on");
            assertThat(text(server, "show synchronous_commit")).isEqualTo("on");
            assertThat(text(server, "show full_page_writes")).isEqualTo("on");
            assertThat(text(server, "show max_connections")).isEqualTo("17");
            assertThat(text(server, "show server_version"))
                    .startsWith(server.installation().version());
        }
    }

    @Test
    void keepsACommittedRowWhenItIsKilled(@TempDir Path home) throws Exception {
        try (PostgresServer server = start(home, Map.of());
                Connection client = DriverManager.getConnection(server.url("postgres"))) {
            execute(server, "create table t (i int)");
            execute(server, "insert into t values (42)");
            int port = server.port();

            server.kill();

            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(() -> client.createStatement().executeQuery("select 1"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> text(server, "select 1"))
                    .hasRootCauseInstanceOf(ConnectException.class);
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(text(server, "select i from t")).isEqualTo("42");
        }
    }

    @Test
    void stopsInBothWaysAndStartsAgain(@TempDir Path home) throws Exception {
        try (PostgresServer server = start(home, Map.of())) {
            execute(server, "create table t (i int)");
            server.stop();
            assertThat(server.isRunning()).isFalse();
            server.restart();
            execute(server, "insert into t values (1)");
            server.stopImmediately();
            assertThat(server.isRunning()).isFalse();
            server.restart();
            assertThat(text(server, "select i from t")).isEqualTo("1");
            assertThatThrownBy(server::restart).hasMessageContaining("is running");
        }
    }

    @Test
    void doesNotAnswerWhileItIsPaused(@TempDir Path home) throws Exception {
        try (PostgresServer server = start(home, Map.of());
                Connection client = DriverManager.getConnection(server.url("postgres"))) {
            var answer = new FutureTask<>(() -> Sql.text(client, "select 1"));
            server.pause();
            Thread.startVirtualThread(answer);
            assertThatThrownBy(() -> DriverManager.getConnection(impatient(server)))
                    .isInstanceOf(SQLException.class);
            assertThat(answer.isDone()).isFalse();
            server.resume();
            assertThat(answer.get()).isEqualTo("1");
        }
    }

    @Test
    void removesItsDataWhenItIsClosed(@TempDir Path home) throws Exception {
        Path directory = home.resolve("server");
        PostgresServer server = start(directory, Map.of());
        assertThat(directory).isNotEmptyDirectory();
        server.close();
        assertThat(directory).doesNotExist();
        assertThat(server.isRunning()).isFalse();
    }

    @Test
    void countsTheProcessorTimeOfItsProcesses(@TempDir Path home) throws Exception {
        try (PostgresServer server = start(home, Map.of())) {
            Duration before = server.cpu();
            // Each query has its own connection, and so a process that ends afterwards.
            while (server.cpu().minus(before).compareTo(Duration.ofMillis(50)) < 0) {
                text(server, "select sum(sqrt(i)) from generate_series(1, 100000) i");
            }
            assertThat(server.cpu()).isGreaterThan(before);
        }
    }

    @Test
    void reportsWhyItDoesNotStart(@TempDir Path home) {
        assertThatThrownBy(() -> start(home, Map.of("shared_buffers", "a lot")))
                .hasMessageContaining("ended with exit code 1")
                .hasMessageContaining("invalid value for parameter \"shared_buffers\"");
    }

    @Test
    void aPromotedStandbyHasEveryCommittedRow(@TempDir Path home) throws Exception {
        try (PostgresServer primary = start(home.resolve("primary"), Map.of())) {
            execute(primary, "create table t (i int)");
            execute(primary, "insert into t values (1)");
            try (PostgresServer standby = primary.standby(home.resolve("standby"))) {
                assertThat(text(standby, "select pg_is_in_recovery()")).isEqualTo("t");
                execute(primary, "insert into t values (2)");
                primary.kill();

                standby.promote();

                assertThat(text(standby, "select sum(i) from t")).isEqualTo("3");
                execute(standby, "insert into t values (3)");
                standby.kill();
                standby.restart();
                assertThat(text(standby, "select sum(i) from t")).isEqualTo("6");
            }
        }
    }

    @Test
    void aCommitWaitsForTheStandby(@TempDir Path home) throws Exception {
        try (PostgresServer primary = start(home.resolve("primary"), Map.of());
                PostgresServer standby = primary.standby(home.resolve("standby"))) {
            execute(primary, "create table t (i int)");
            standby.stop();
            var commit =
                    new FutureTask<>(() -> {
                        execute(primary, "insert into t values (1)");
                        return "returned";
                    });
            Thread.startVirtualThread(commit);
            String waits = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
            while (!text(primary, waits).equals("1")) Thread.onSpinWait();
            assertThat(commit.isDone()).isFalse();
            standby.restart();
            assertThat(commit.get()).isEqualTo("returned");
        }
    }

    private PostgresServer start(Path directory, Map<String, String> settings) throws Exception {
        return PostgresServer.start(installation, directory, settings);
    }

    private static String impatient(PostgresServer server) {
        return server.url("postgres") + "&loginTimeout=1";
    }

    private static void execute(PostgresServer server, String sql) throws SQLException {
        Sql.execute(server.url("postgres"), sql);
    }

    private static String text(PostgresServer server, String sql) throws SQLException {
        return Sql.text(server.url("postgres"), sql);
    }
}
