package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What an engine logs that was given no listener.
final class LoggingListenerTest {
    private static final Machine<String, String> FRAGILE =
            Machine.named("fragile", String.class, String.class)
                    .step(
                            "work",
                            a -> {
                                if (a.request().equals("fail")) return a.fail("no ink");
                                if (a.request().equals("abort")) return a.abort("not today");
                                throw new IllegalStateException("no paper");
                            },
                            s -> s.retry(Retry.fixed(1, Duration.ofMillis(1))))
                    .build();
    private static final Machine<String, String> CLEANED =
            Machine.named("cleaned", String.class, String.class)
                    .step("work", a -> a.fail("no ink"))
                    .cleanup(a -> a.fail("no bin"), c -> c.retry(Retry.never()))
                    .build();
    private static final Machine<String, String> TIDY =
            Machine.named("tidy", String.class, String.class)
                    .step(
                            "work",
                            _ -> {
                                throw new IllegalStateException("no paper");
                            },
                            s -> s.retry(Retry.never()))
                    .cleanup(
                            _ -> {
                                throw new IllegalStateException("no bin");
                            },
                            c -> c.retry(Retry.fixed(1, Duration.ofMillis(1))))
                    .build();
    private static final Machine<String, String> PATIENT =
            Machine.named("patient", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofDays(1), "complete"))
                    .build();
    private static final Machine<String, String> FOLLOWED =
            Machine.named("followed", String.class, String.class)
                    .step("work", a -> a.next("x"))
                    .then(
                            FRAGILE,
                            _ -> {
                                throw new AssertionError("no follower");
                            })
                    .build();

    private final Lines lines = new Lines();

    @Test
    void isTheListenerOfAnEngineThatWasGivenNone() {
        Listener mine = _ -> {};
        assertThat(new EngineOptions().listeners())
                .singleElement()
                .isInstanceOf(LoggingListener.class);
        assertThat(new EngineOptions().listener(mine).listeners()).containsExactly(mine);
        assertThat(new EngineOptions().observer(mine).listeners())
                .hasSize(2)
                .anyMatch(LoggingListener.class::isInstance);
    }

    @Test
    void logsEachFailureOnce() throws InterruptedException {
        assertThat(logged(FRAGILE, "throw"))
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .startsWith("DEBUG run")
                                        .contains("an attempt failed in 'work'", "no paper"),
                        line ->
                                assertThat(line)
                                        .startsWith("WARNING run")
                                        .contains("is EXHAUSTED in 'work'", "no paper"));
        assertThat(logged(FRAGILE, "fail"))
                .singleElement()
                .asString()
                .contains("WARNING", "of fragile is FAILED", "Fail: no ink");
        assertThat(logged(FRAGILE, "abort")).isEmpty();
        assertThat(logged(CLEANED, "x"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("the cleanup failed", "no bin"),
                        line -> assertThat(line).contains("is FAILED", "no ink"));
    }

    /// Ordinary retries stay silent on a console; a run that never stops failing does not.
    @Test
    void warnsOfARunThatKeepsFailing() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        Machine<String, String> stubborn =
                Machine.named("stubborn", String.class, String.class)
                        .step(
                                "work",
                                a -> {
                                    if (tries.incrementAndGet() > 105) return a.next("done");
                                    throw new IllegalStateException("no paper");
                                },
                                s -> s.retry(Retry.fixed(200, Duration.ofNanos(1))))
                        .build();
        List<String> logged = logged(stubborn, "x");
        assertThat(logged).hasSize(105).filteredOn(line -> line.startsWith("DEBUG")).hasSize(103);
        assertThat(logged)
                .filteredOn(line -> line.startsWith("WARNING"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("the last 10 attempts failed, most"),
                        line -> assertThat(line).contains("the last 100 attempts failed, most"));
        assertThat(logged.getFirst()).contains("an attempt failed in 'work'", "no paper");
    }

    @Test
    void logsATimeoutOnce() throws InterruptedException {
        Machine<String, String> slow =
                Machine.named("slow", String.class, String.class)
                        .step(
                                "work",
                                a -> {
                                    if (a.number() > 1) return a.next("done");
                                    new CountDownLatch(1).await();
                                    return a.next("never");
                                },
                                s ->
                                        s.timeout(Duration.ofMillis(1))
                                                .retry(Retry.fixed(50, Duration.ofMillis(1))))
                        .build();
        assertThat(logged(slow, "x"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("DEBUG").contains("timeout"))
                .doesNotHaveDuplicates();
    }

    /// The attempt that led to the cleanup is part of the run's own failure, an attempt of the
    /// cleanup is not.
    @Test
    void logsAttemptsOfACleanupBesideTheFailureOfTheRun() throws InterruptedException {
        assertThat(logged(TIDY, "x"))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("DEBUG run").contains("no bin"),
                        line -> assertThat(line).contains("the cleanup failed", "no bin"),
                        line -> assertThat(line).contains("is EXHAUSTED", "no paper"));
    }

    @Test
    void logsARunThatExpires() throws InterruptedException {
        try (Engine engine = engine(PATIENT)) {
            RunId id = engine.start(PATIENT.start("x").deadline(Duration.ofMillis(1)));
            assertThat(engine.awaitEnd(id, Duration.ofMinutes(1))).isPresent();
        }
        assertThat(lines.texts)
                .singleElement()
                .asString()
                .startsWith("WARNING")
                .contains("is EXPIRED");
    }

    @Test
    void logsWhyARunIsParked() {
        try (Engine engine = engine(FOLLOWED, FRAGILE)) {
            RunId id = engine.start(FOLLOWED.start("x"));
            while (lines.texts.isEmpty()) Thread.onSpinWait();
            // A run that stays parked has not failed again.
            Run parked = engine.run(id);
            new LoggingListener(lines).on(new EngineEvent.RunChanged(parked, parked, List.of()));
        }
        assertThat(lines.texts)
                .singleElement()
                .asString()
                .contains("WARNING", "is PARKED", "AssertionError: no follower");
    }

    @Test
    void logsErrorsOfTheEngineItself() {
        LoggingListener listener = new LoggingListener(lines);
        listener.on(new EngineEvent.TaskFailed("timers", "a bug"));
        listener.on(new EngineEvent.BodyStuck(new RunId(5), "work", Duration.ofSeconds(10)));
        listener.on(new EngineEvent.StoreUnavailable("no space"));
        listener.on(new EngineEvent.StoreRecovered());
        listener.on(new EngineEvent.StoreFailed("the disk is gone"));
        listener.on(new EngineEvent.LeaseLost(7, "too late"));
        listener.on(new EngineEvent.FiresDropped("nightly", 3));
        listener.on(new EngineEvent.Joined("one", 7));
        assertThat(lines.texts.stream().map(line -> line.replaceAll(" .*", "")))
                .containsExactly(
                        "WARNING", "WARNING", "WARNING", "INFO", "ERROR", "WARNING", "WARNING");
        assertThat(String.join("\n", lines.texts))
                .contains("'timers'", "a bug", "'work'", "no space", "the disk is gone")
                .contains("epoch 7", "too late", "'nightly' dropped 3");
    }

    @Test
    void logsWhatWasDroppedOrOverridden() {
        LoggingListener listener = new LoggingListener(lines);
        Lease lease = new Lease("db", "somewhere", 2, 7, null, null);
        listener.on(new EngineEvent.LeaseDropped(lease, "there is no such run"));
        listener.on(new EngineEvent.LimitsOverridden("queue", "narrow", "limit 2", "limit 9"));
        listener.on(new EngineEvent.EventUndelivered(null, new RunId(5), "Go", "it has ended"));
        assertThat(lines.texts)
                .containsExactly(
                        "WARNING dropped the lease of somewhere on pool 'db': there is no such run",
                        "WARNING queue 'narrow' is declared with limit 2, but the store keeps"
                                + " limit 9",
                        "WARNING event Go did not reach run %s: it has ended"
                                .formatted(new RunId(5)));
    }

    private List<String> logged(Machine<String, String> machine, String request)
            throws InterruptedException {
        lines.texts.clear();
        try (Engine engine = engine(machine)) {
            RunId id = engine.start(machine.start(request));
            assertThat(engine.awaitEnd(id, Duration.ofMinutes(1))).isPresent();
        }
        return List.copyOf(lines.texts);
    }

    private Engine engine(Machine<?, ?>... machines) {
        return Engine.open(
                new MemoryStore(),
                options -> options.machines(machines).listener(new LoggingListener(lines)));
    }

    private static final class Lines implements System.Logger {
        final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            texts.add(level + " " + text);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Object... parameters) {
            texts.add(level + " " + text);
        }
    }
}
