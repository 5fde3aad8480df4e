package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.NamedDocument;
import dev.pawl.machine.Machine;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Mistakes of users that are refused at the call, before they lose something or harm others.
final class CarelessUseTest {
    private static final Machine<String, String> MACHINE =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    @Test
    void settingsThatAreDeclaredTwiceMustNotDiffer() {
        Duration hour = Duration.ofHours(1);
        requireRefused(
                o -> o.queue(QueueSettings.of("one", 1)).queue(QueueSettings.of("one", 2)),
                "expected one queue named 'one', found two that differ");
        requireRefused(
                o -> o.pool(new PoolSettings("one", 1)).pool(new PoolSettings("one", 2)),
                "expected one pool named 'one', found two that differ");
        requireRefused(
                o ->
                        o.schedule(Schedule.every("one", hour, MACHINE, "x"))
                                .schedule(Schedule.every("one", hour, MACHINE, "y")),
                "expected one schedule named 'one', found two that differ");
        requireRefused(
                o ->
                        o.retention(RetentionSettings.keep("one", 1))
                                .retention(RetentionSettings.keep("one", 2)),
                "expected one retention named 'one', found two that differ");
        Consumer<EngineOptions> twice =
                o ->
                        o.queue(QueueSettings.of("one", 1))
                                .queue(QueueSettings.of("one", 1))
                                .pool(new PoolSettings("one", 1))
                                .pool(new PoolSettings("one", 1));
        SimEngine.of(stores, twice).close();
    }

    @Test
    void optionsThatWouldFailLaterAreRefused() {
        requireRefused(
                o -> o.drain(Duration.ofSeconds(-1)),
                "expected a drain time of zero or more, found PT-1S");
        requireRefused(o -> o.opening(null), "a callback is expected, found null");
        requireRefused(o -> o.queue(null), "queue is null");
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, String.class).step("work", null).build())
                .hasMessage("a body is expected, found null");
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, String.class)
                                .step("work", a -> a.next("x"))
                                .cleanup(null)
                                .build())
                .hasMessage("a body is expected, found null");
    }

    private void requireRefused(Consumer<EngineOptions> options, String message) {
        assertThatThrownBy(() -> SimEngine.of(stores, options.andThen(o -> o.machines(MACHINE))))
                .hasMessageStartingWith(message);
    }

    /// What is in an index has a bound; the text is random, because stores compress.
    @Test
    void namesAndKeysThatAreTooLongHarmNoOthers() {
        StringBuilder text = new StringBuilder();
        new SplittableRandom(1).ints(20_000, 'A', 'Z').forEach(text::appendCodePoint);
        String name = text.toString();
        SimEngine sim =
                SimEngine.of(stores, o -> o.machines(MACHINE).pool(new PoolSettings("pool", 1)));
        assertThatThrownBy(() -> sim.call(e -> e.start(MACHINE.start("x").idempotency(name))))
                .isInstanceOf(Refused.TooLarge.class)
                .hasMessage(
                        "an idempotency key has at most %d bytes in UTF-8, not 20000"
                                .formatted(Limits.KEY_BYTES_MAX));
        assertThatThrownBy(() -> sim.call(e -> e.start(MACHINE.start("x").key(name))))
                .isInstanceOf(Refused.TooLarge.class);
        List<SimEngine.Action<InterruptedException>> all =
                List.of(
                        e -> e.queues().set(QueueSettings.of(name, 1)),
                        e -> e.pools().set(new PoolSettings(name, 1)),
                        e -> e.pools().acquire(permit(name), sim.host().now()),
                        e -> e.documents().replace(name, null, Payload.of("1")),
                        e -> e.retentions().set(RetentionSettings.keep(name, 1)));
        for (SimEngine.Action<InterruptedException> each : all) {
            assertThatThrownBy(() -> sim.perform(each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "a name of at most %d bytes".formatted(NamedDocument.NAME_BYTES_MAX));
        }
        RunId id = sim.call(e -> e.start(MACHINE.start("x")));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    private static Pools.Request permit(String holder) {
        return new Pools.Request("pool", holder, 1, 0, Duration.ofMinutes(1));
    }

    @Test
    void namesThatMeanNothingOrAnotherThingAreRefused() {
        assertThatThrownBy(() -> permit(" ")).hasMessage("expected a holder, found a blank one");
        assertThatThrownBy(() -> new PoolSettings("a/b", 1))
                .hasMessage("expected a pool name without '/', found 'a/b'");
        SimEngine sim = SimEngine.of(stores, o -> o.queue(QueueSettings.of("one", 1)));
        QueueSettings other = QueueSettings.of("other", 7);
        assertThatThrownBy(() -> sim.perform(e -> e.queues().change("one", _ -> other)))
                .hasMessage(
                        "expected changed settings of queue 'one', found those of queue 'other'");
        assertThat(sim.engine().queues().all()).containsExactly(QueueSettings.of("one", 1));
        sim.close();
    }
}
