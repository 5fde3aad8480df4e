package dev.pawl.trials.crash;

import dev.pawl.engine.Engine;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/// The process that is killed: it starts the runs that are not started yet, and ends when all have
/// ended.
///
/// Every step writes a row in the transaction of its transition, so a row too many or too few is an
/// effect that was recorded twice or lost.
final class Child {
    static final String READY = "ready";

    private static final String INSERT = "insert into effect (run, step) values (?, ?)";

    /// On a busy machine the process is often killed before it leaves a state: that must not park a
    /// run.
    private static final Recovery OFTEN = Recovery.repeatBody().crashes(Integer.MAX_VALUE);

    private static final Machine<Integer, String> LEAF =
            Machine.named("leaf", Integer.class, String.class)
                    .step("work", a -> noted(a, "work"), s -> s.recovery(OFTEN).permits("pool", 1))
                    .build();
    private static final Machine<Integer, String> CHAIN =
            Machine.named("chain", Integer.class, String.class)
                    .step("one", a -> noted(a, "one"), s -> s.recovery(OFTEN))
                    .step(
                            "two",
                            a -> {
                                if (ThreadLocalRandom.current().nextInt(5) == 0) {
                                    throw new IOException("flaky");
                                }
                                return noted(a, "two");
                            },
                            s -> s.recovery(OFTEN).retry(Retry.fixed(100, Duration.ofMillis(5))))
                    .await("rest", w -> w.after(Duration.ofMillis(30), "three"))
                    .step("three", a -> noted(a, "three"), s -> s.recovery(OFTEN))
                    .then(LEAF, _ -> 0)
                    .build();
    private static final Machine<Integer, String> PARENT =
            Machine.named("parent", Integer.class, String.class)
                    .step(
                            "split",
                            a -> noted(a, "split").starting(LEAF.start(1), LEAF.start(2)),
                            s -> s.recovery(OFTEN))
                    .await("joined", w -> w.children(Join.all(), "notified"))
                    .await("notified", w -> w.on(Go.class, "collect"))
                    .step("collect", a -> noted(a, "collect"), s -> s.recovery(OFTEN))
                    .build();
    private static final Machine<Integer, String> TELLER =
            Machine.named("notifier", Integer.class, String.class)
                    .step(
                            "notify",
                            a -> {
                                RunId to = RunId.parse(a.labels().get("to"));
                                return noted(a, "notify").sending(to, new Go());
                            },
                            s -> s.recovery(OFTEN))
                    .build();

    private Child() {}

    static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        SqliteStore store = SqliteStore.open(home);
        try (Engine engine =
                Engine.open(
                        store,
                        o ->
                                o.machines(LEAF, CHAIN, PARENT, TELLER)
                                        .queue(QueueSettings.of("narrow", 8))
                                        .pool(new PoolSettings("pool", 4)))) {
            System.out.println(READY);
            for (int i = 0; i < runs; i++) start(engine, i);
            while (engine.count(Filter.ALL.live()) > 0) LockSupport.parkNanos(20_000_000);
        }
    }

    private static void start(Engine engine, int number) {
        engine.start(CHAIN.start(number).queue("narrow").idempotency("chain " + number));
        if (number % 4 != 0) return;
        RunId parent = engine.start(PARENT.start(number).idempotency("parent " + number));
        engine.start(
                TELLER.start(number).label("to", parent.toString()).idempotency("t " + number));
    }

    private static Outcome<String> noted(Attempt<Integer, String> attempt, String step) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(8) * 1_000_000L);
        return attempt.next(step)
                .writing(tx -> {
                    tx.update("create table if not exists effect (run text, step text)");
                    tx.update(INSERT, attempt.id().toString(), step);
                });
    }

    record Go() {}
}
