package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// A real PgBouncer in front of a real server.
final class PgBouncerTest {
    private final Path program = PgBouncer.available().orElseThrow(TestAbortedException::new);
    private final Installation installation =
            Installation.any().orElseThrow(TestAbortedException::new);

    @TempDir Path home;

    @Test
    void manyConnectionsShareAFewOfTheServer() throws Exception {
        try (PostgresServer server = start();
                PgBouncer bouncer = PgBouncer.start(program, server, home.resolve("bouncer"))) {
            server.create("app");
            String url = bouncer.url("app");
            List<Connection> clients = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                clients.add(DriverManager.getConnection(url));
                assertThat(Sql.text(clients.getLast(), "select " + i)).isEqualTo("" + i);
            }
            String count =
                    "select count(*) from pg_stat_activity"
                            + " where datname = 'app' and backend_type = 'client backend'";
            assertThat(Integer.parseInt(Sql.text(server.url("postgres"), count))).isLessThan(21);
            for (Connection client : clients) client.close();
        }
    }

    @Test
    void losesItsConnectionsWhenKilledAndRestartsAtTheSamePort() throws Exception {
        try (PostgresServer server = start();
                PgBouncer bouncer = PgBouncer.start(program, server, home.resolve("bouncer"));
                Connection client = DriverManager.getConnection(bouncer.url("postgres"))) {
            assertThat(Sql.text(client, "select 1")).isEqualTo("1");
            bouncer.kill();
            assertThatThrownBy(() -> Sql.text(client, "select 1")).isInstanceOf(SQLException.class);
            bouncer.restart();
            assertThat(Sql.text(bouncer.url("postgres"), "select 1")).isEqualTo("1");
        }
    }

    private PostgresServer start() throws Exception {
        return PostgresServer.start(installation, home.resolve("server"), Map.of());
    }
}
