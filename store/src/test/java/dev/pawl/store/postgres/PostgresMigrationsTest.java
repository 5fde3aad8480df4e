package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.machine.Machine;
import dev.pawl.store.PgServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SampleRuns;
import dev.pawl.store.sql.SqlSession;
import dev.pawl.store.threads.FaultPoint;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A schema of one version with nodes of another; the later version has one more migration.
@Timeout(120)
@ResourceLock(PgServer.EMBEDDED)
final class PostgresMigrationsTest {
    private static final List<PgMigrations.Migration> LATER =
            Stream.concat(
                            PgMigrations.ALL.stream(),
                            Stream.of(new PgMigrations.Migration("postgres/005_next.sql", true)))
                    .toList();
    private static final NodeInfo NODE =
            new NodeInfo("new", "here", "2", Set.of(SampleRuns.MACHINE));

    private final PgServer server = PgServer.embedded();
    private final String schema = PgServer.freshSchema();

    @Test
    void aMigrationWaitsUntilTheNodesOfAnOlderVersionAreStopped() throws SQLException {
        server.open(schema).close();
        long first = join("alpha", "1 minute");
        long second = join("beta", "1 minute");
        StoreException refused = refusal();
        assertThat(refused.kind()).isEqualTo(Kind.LOCKED);
        assertThat(refused)
                .hasMessageContaining("alpha (host-of-alpha, version 1.0)")
                .hasMessageContaining("beta (host-of-beta, version 1.0)")
                .hasMessageContaining("005_next.sql")
                .hasMessageContaining("Stop all of them");
        assertThat(migrations()).isEqualTo(PgMigrations.ALL.size());
        leave(first);
        assertThat(refusal()).hasMessageContaining("beta").message().doesNotContain("alpha");
        leave(second);
        migrate(LATER);
        assertThat(migrations()).isEqualTo(LATER.size());
    }

    /// A process that was suspended for longer than its lease must not return to new tables.
    @Test
    void theMigrationEndsAnExpiredLease() throws SQLException {
        server.open(schema).close();
        long late = join("late", "-1 second");
        migrate(LATER);
        assertThat(
                        server.text(
                                "select state from %s.node where epoch = %d"
                                        .formatted(schema, late)))
                .isEqualTo("LOST");
        assertThatThrownBy(() ->
                        server.execute(
                                ("select * from %s.heartbeat(%d, '1 minute', '{}', '{}', '{}',"
                                                + " '{}', '{}', '{}')")
                                        .formatted(schema, late)))
                .hasStackTraceContaining("the lease of node %d is lost".formatted(late));
    }

    @Test
    void aNodeOfAnOlderVersionGetsNoLeaseOnNewTables() throws SQLException {
        migrate(LATER);
        assertThatThrownBy(() -> join("alpha", "1 minute"))
                .hasStackTraceContaining("of a newer version of Pawl than node alpha")
                .hasStackTraceContaining("they need migration 5")
                .hasStackTraceContaining("start it with that version");
    }

    /// How this version reacts to the tables of a later one that were migrated while it was open.
    @Test
    void thisVersionGetsNoLeaseOnTablesOfALaterOne() {
        try (PostgresStore store = server.open(schema)) {
            var cluster = store.cluster().orElseThrow();
            cluster.join(NODE, Duration.ofMinutes(1));
            cluster.leave();
            server.execute("update %s.progress set needs = 99".formatted(schema));
            StoreException refused =
                    catchThrowableOfType(
                            StoreException.class, () -> cluster.join(NODE, Duration.ofMinutes(1)));
            assertThat(refused.kind()).isEqualTo(Kind.CORRUPT);
            assertThat(refused)
                    .hasMessageContaining("of a newer version of Pawl than node new")
                    .hasMessageContaining("they need migration 99");
        }
    }

    /// A node that lost its lease while the store was migrated does not join again.
    @Test
    void anEngineStopsOnTablesOfALaterVersion() throws Exception {
        CompletableFuture<String> stopped = new CompletableFuture<>();
        Machine<String, String> machine =
                Machine.named("quick", String.class, String.class)
                        .step("work", attempt -> attempt.next("done"))
                        .build();
        try (Engine engine =
                Engine.open(
                        server.open(schema),
                        options ->
                                options.machines(machine)
                                        .node("late")
                                        .listener(event -> {
                                            if (event instanceof EngineEvent.StoreFailed failed) {
                                                stopped.complete(failed.problem());
                                            }
                                        }))) {
            server.execute("update %s.progress set needs = 99".formatted(schema));
            server.execute(
                    "select %1$s.end(array(select epoch from %1$s.node), 'LOST')"
                            .formatted(schema));
            assertThatThrownBy(() -> engine.start(machine.start("x")))
                    .isInstanceOf(RuntimeException.class);
            assertThat(stopped.get(1, TimeUnit.MINUTES))
                    .contains("of a newer version of Pawl than node late")
                    .contains("start it with that version");
        }
        assertThat(server.number("select count(*) from %s.run".formatted(schema))).isZero();
    }

    @Test
    void everyOlderVersionRefusesToOpenTheNewTables() throws SQLException {
        server.open(schema).close();
        PgSource source = source();
        try (SqlSession session = source.writing()) {
            for (int known = 1; known < PgMigrations.ALL.size(); known++) {
                var older = PgMigrations.ALL.subList(0, known);
                assertThatThrownBy(() -> PgMigrations.apply(session, source, older))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("newer version of Pawl");
            }
        }
    }

    /// A migration that old nodes can work with does not wait for them.
    @Test
    void aMigrationThatOlderNodesCanWorkWithIsAppliedWhileTheyAreLive() throws SQLException {
        server.open(schema).close();
        join("alpha", "1 minute");
        var mild = new ArrayList<>(PgMigrations.ALL);
        mild.add(new PgMigrations.Migration("postgres/005_next.sql", false));
        migrate(mild);
        assertThat(migrations()).isEqualTo(LATER.size());
        assertThat(join("beta", "1 minute")).isPositive();
    }

    private StoreException refusal() {
        return catchThrowableOfType(StoreException.class, () -> migrate(LATER));
    }

    private PgSource source() {
        Duration limit = Duration.ofSeconds(10);
        PgSettings.Timeouts timeouts = new PgSettings.Timeouts(limit, limit, limit);
        return new PgSource(
                server.url(),
                new PgSettings(schema, null, null, true, true, 4, timeouts, FaultPoint.NONE));
    }

    private void migrate(List<PgMigrations.Migration> all) throws SQLException {
        PgSource source = source();
        try (SqlSession session = source.writing()) {
            PgMigrations.apply(session, source, all);
        }
    }

    /// Joins a node that knows the migrations of this version.
    private long join(String name, String lease) {
        return server.number(
                ("select epoch from %s.join(%d, '%s', 'host-of-%s', '1.0', '{}', '{}', '{}',"
                                + " interval '%s', 8, 3)")
                        .formatted(schema, PgMigrations.ALL.size(), name, name, lease));
    }

    private void leave(long epoch) {
        server.execute("select %s.leave(%d)".formatted(schema, epoch));
    }

    private long migrations() {
        return server.number("select count(*) from %s.migration".formatted(schema));
    }
}
