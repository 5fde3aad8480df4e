package dev.pawl.trials.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PgBouncer;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// Nodes that reach their database through a pooler that gives each transaction another connection:
/// no notification works through a session, and they notice each other at their heartbeats.
final class BouncerTest {
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration TIME_MAX = Duration.ofSeconds(60);

    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    private final Machine<String, String> chain =
            Machine.named("chain", String.class, String.class)
                    .step("one", a -> noted(a, "one"))
                    .await("rest", w -> w.after(Duration.ofMillis(50), "two"))
                    .step("two", a -> noted(a, "two"))
                    .build();
    private final Machine<String, String> waiting =
            Machine.named("waiting", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofSeconds(2), "end"))
                    .step("end", a -> a.next("woken"))
                    .build();
    private final Machine<String, String> endless =
            Machine.named("endless", String.class, String.class)
                    .step(
                            "work",
                            a -> {
                                working.countDown();
                                never.await();
                                return a.finish("not stopped");
                            },
                            s -> s.finishes().interruptedBy(Stop.class, "stopped"))
                    .step("stopped", a -> a.next("stopped"))
                    .build();

    @TempDir private Path directory;

    private PostgresServer server;
    private PgBouncer bouncer;
    private String url;

    @BeforeEach
    void start() throws Exception {
        Path program = PgBouncer.available().orElseThrow(TestAbortedException::new);
        Installation found = Installation.any().orElseThrow(TestAbortedException::new);
        server = PostgresServer.start(found, directory.resolve("database"), Map.of());
        bouncer = PgBouncer.start(program, server, directory.resolve("bouncer"));
        server.create("bounced");
        url = bouncer.url("bounced");
    }

    @AfterEach
    void stop() throws Exception {
        if (bouncer != null) bouncer.close();
        if (server != null) server.close();
    }

    @Test
    void runsCompleteAlsoWhenThePoolerIsKilledMeanwhile() throws Exception {
        try (Engine left = node("left", chain);
                Engine right = node("right", chain)) {
            List<RunId> ids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ids.add((i % 2 == 0 ? left : right).start(chain.start("x")));
                if (i == 50) {
                    bouncer.kill();
                    bouncer.restart();
                }
            }
            for (RunId id : ids) assertThat(left.await(chain, id, TIME_MAX)).isEqualTo("two");
        }
        try (Store store = PostgresStore.open(server.url("bounced"))) {
            assertThat(store.verify()).isEmpty();
        }
    }

    @Test
    void anEventStopsABodyOnAnotherNode() throws Exception {
        try (Engine left = node("left", chain);
                Engine right = node("right", endless)) {
            RunId id = right.start(endless.start("x"));
            working.await();
            left.send(id, new Stop());
            assertThat(right.await(endless, id, TIME_MAX)).isEqualTo("stopped");
        }
    }

    @Test
    void anOrderStopsABodyOnAnotherNode() throws Exception {
        try (Engine left = node("left", chain);
                Engine right = node("right", endless)) {
            RunId id = right.start(endless.start("x"));
            working.await();
            left.operators().order(id, new Command.Cancel(), new Operators.By("test", "enough"));
            Run ended = left.awaitEnd(id, TIME_MAX).orElseThrow();
            assertThat(ended.status()).isEqualTo(RunStatus.CANCELLED);
        }
    }

    @Test
    void aNodeRecoversTheRunsOfAnother() throws Exception {
        try (Engine left = node("left", waiting)) {
            RunId id;
            try (Engine right = node("right", waiting)) {
                id = right.start(waiting.start("x"));
            }
            assertThat(left.await(waiting, id, TIME_MAX)).isEqualTo("woken");
        }
    }

    private Engine node(String name, Machine<?, ?> machine) {
        return Engine.open(
                PostgresStore.open(url, options -> options.listen(false)),
                options ->
                        options.machines(machine)
                                .node(name)
                                .lease(LEASE, LEASE.dividedBy(4))
                                .drain(Duration.ZERO));
    }

    private static Outcome<String> noted(Attempt<String, String> attempt, String step) {
        return attempt.next(step)
                .writing(tx -> {
                    tx.update("create table if not exists effect (run text, step text)");
                    tx.update("insert into effect values (?, ?)", attempt.id().toString(), step);
                });
    }

    record Stop() {}
}
