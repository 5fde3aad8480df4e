package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.MemoryStore;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
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
                                        .startsWith("INFO run")
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

    @Test
    void logsWhyARunIsParked() {
        try (Engine engine = engine(FOLLOWED, FRAGILE)) {
            engine.start(FOLLOWED.start("x"));
            while (lines.texts.isEmpty()) Thread.onSpinWait();
        }
        assertThat(lines.texts)
                .singleElement()
                .asString()
                .contains("WARNING", "is PARKED", "AssertionError: no follower");
    }

    @Test
    void logsErrorsOfTheEngineItself() {
        LoggingListener listener = new LoggingListener(lines);
        listener.on(new Happening.TaskFailed("timers", "a bug"));
        listener.on(new Happening.BodyStuck(new RunId(5), "work", Duration.ofSeconds(10)));
        listener.on(new Happening.StoreTroubled("no space"));
        listener.on(new Happening.StoreRecovered());
        listener.on(new Happening.StoreFailed("the disk is gone"));
        listener.on(new Happening.LeaseLost(7, "too late"));
        listener.on(new Happening.FiresDropped("nightly", 3));
        listener.on(new Happening.Joined("one", 7));
        assertThat(lines.texts.stream().map(line -> line.replaceAll(" .*", "")))
                .containsExactly(
                        "WARNING", "WARNING", "WARNING", "INFO", "ERROR", "WARNING", "WARNING");
        assertThat(String.join("\n", lines.texts))
                .contains("'timers'", "a bug", "'work'", "no space", "the disk is gone")
                .contains("epoch 7", "too late", "'nightly' dropped 3");
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
