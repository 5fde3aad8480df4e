package dev.pawl.trials.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.FaultProxy;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.testkit.Rounds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Connections are reset repeatedly, often after the database made a commit durable and before it
/// could confirm it. No other process changes the runs, so a node that mistook such an answer for a
/// refusal would lose track of them.
final class CutTest {
    private static final int RUNS = Rounds.areTimed() ? 1_500 : 100;
    private static final int CUTS = RUNS / 2;
    private static final int PAUSE = 100;
    private static final int SECONDS_MAX = 60;

    private final CountDownLatch ended = new CountDownLatch(RUNS);

    private final Machine<Integer, String> chain =
            Machine.named("chain", Integer.class, String.class)
                    .step("one", a -> noted(a, "one"))
                    .await("rest", w -> w.after(Duration.ofMillis(20), "two"))
                    .step("two", a -> noted(a, "two"))
                    .build();

    @TempDir private Path directory;

    @Test
    @Tag("volume")
    void continuesWhenAnswersOfTheDatabaseAreLost() throws Exception {
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        Path data = directory.resolve("database");
        try (PostgresServer server = PostgresServer.start(found, data, Map.of());
                FaultProxy proxy = FaultProxy.start(server.port())) {
            String url = server.create("cuts");
            ExternalSystem.makeTables(url);
            try (Engine engine = open(proxy.through(url))) {
                AtomicInteger number = new AtomicInteger();
                Thread starter = Thread.startVirtualThread(() -> startAll(engine, number));
                int cuts = 0;
                while (cuts < CUTS && !ended.await(PAUSE, TimeUnit.MILLISECONDS)) {
                    proxy.cut();
                    cuts++;
                }
                starter.join();
                // A database that finishes before its connections are reset shows nothing.
                assertThat(cuts).isGreaterThan(5);
                IO.println("CutTest: volume: %d runs, %d cuts".formatted(RUNS, cuts));
                assertThat(ended.await(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
                assertThat(engine.count(Filter.ALL.status(RunStatus.COMPLETED))).isEqualTo(RUNS);
            }
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement();
                    ResultSet row =
                            statement.executeQuery(
                                    "select count(*), count(distinct (run, step)) from effect")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isEqualTo(2L * RUNS);
                assertThat(row.getLong(2)).isEqualTo(2L * RUNS);
            }
        }
    }

    /// The lease lasts longer than the test: no recovery can hide a mistake.
    private Engine open(String url) {
        return Engine.open(
                PostgresStore.open(url),
                options ->
                        options.machines(chain)
                                .lease(Duration.ofMinutes(10), Duration.ofSeconds(1))
                                .listener(event -> {
                                    if (Logs.isEnd(event)) ended.countDown();
                                }));
    }

    private void startAll(Engine engine, AtomicInteger number) {
        while (number.get() < RUNS) {
            int next = number.get();
            try {
                engine.start(chain.start(next).idempotency("n" + next));
                number.incrementAndGet();
            } catch (StoreException e) {
                if (!e.kind().isTransient()) throw e;
            }
        }
    }

    private static Outcome<String> noted(Attempt<Integer, String> attempt, String step) {
        return attempt.next(step)
                .writing(tx ->
                        tx.update(
                                "insert into public.effect (run, step) values (?, ?)",
                                attempt.id().toString(),
                                step));
    }
}
