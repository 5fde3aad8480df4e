package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Lease;
import dev.pawl.engine.Limits;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Why.Cause;
import dev.pawl.machine.Machine;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Durations that overflow: no task of the engine fails, not even after a restart. A failed task
/// fails its test when the engine closes.
final class LongTimesTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final Duration LATER = Duration.ofDays(3);

    private static final Machine<String, String> WORKER =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("x"), s -> s.timeout(FOREVER))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    @Test
    void aRateWindow() {
        QueueSettings once = QueueSettings.unlimited("once").rate(1, FOREVER);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(WORKER).queue(once));
        RunId first = sim.call(e -> e.start(WORKER.start("x").queue("once")));
        RunId second = sim.call(e -> e.start(WORKER.start("x").queue("once")));
        sim.pass(LATER);
        sim.restart();
        sim.pass(LATER);
        assertThat(sim.engine().run(first).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(second).status()).isEqualTo(RunStatus.QUEUED);
        assertThat(sim.engine().why(second).causes())
                .anyMatch(cause -> cause.kind() == Cause.Kind.RATE);
        sim.close();
    }

    @Test
    void aLeaseAndItsGrace() throws InterruptedException {
        SimEngine sim =
                SimEngine.of(stores, o -> o.machines(WORKER).pool(new PoolSettings("pool", 1)));
        var request = new Pools.Request("pool", "me", 1, 0, FOREVER);
        Lease lease = sim.call(e -> e.pools().acquire(request, sim.host().now())).orElseThrow();
        assertThat(lease.expires()).isEqualTo(sim.host().now().plus(Limits.DELAY_MAX));
        assertThat(sim.<Boolean, RuntimeException>call(e -> e.pools().renew(lease, FOREVER)))
                .isTrue();
        sim.perform(e -> e.pools().revoke("pool", "me", FOREVER));
        sim.pass(LATER);
        sim.restart();
        sim.pass(LATER);
        assertThat(sim.engine().pools().leases("pool")).hasSize(1);
        sim.close();
    }

    @Test
    void aRetention() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(WORKER)
                                        .drain(FOREVER)
                                        .retention(RetentionSettings.age("worker", FOREVER)));
        RunId run = sim.call(e -> e.start(WORKER.start("x")));
        sim.pass(LATER);
        sim.restart();
        sim.pass(LATER);
        assertThat(sim.engine().run(run).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void aScheduleAndItsJitter() {
        Schedule rare = Schedule.every("rare", FOREVER, WORKER, "x");
        Schedule vague =
                Schedule.every("vague", Duration.ofHours(1), WORKER, "x")
                        .rules(Schedule.Rules.DEFAULT.jitter(FOREVER));
        Schedule wrong =
                Schedule.every("wrong", Duration.ofHours(1), WORKER, "x")
                        .rules(Schedule.Rules.DEFAULT.jitter(FOREVER.negated()));
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o -> o.machines(WORKER).schedule(rare).schedule(vague).schedule(wrong));
        sim.pass(LATER);
        sim.restart();
        sim.pass(LATER);
        assertThat(sim.engine().schedules().all()).hasSize(3);
        assertThat(sim.engine().schedules().all())
                .filteredOn(one -> one.name().equals("wrong"))
                .singleElement()
                .satisfies(one -> assertThat(one.lastRun()).isNotNull());
        sim.close();
    }

    @Test
    void aDelayADeadlineAndAWait() throws InterruptedException {
        SimEngine sim = SimEngine.of(stores, o -> o.machines(WORKER));
        RunId delayed = sim.call(e -> e.start(WORKER.start("x").delay(FOREVER)));
        RunId bounded = sim.call(e -> e.start(WORKER.start("x").deadline(FOREVER)));
        Optional<Run> end = sim.call(e -> e.awaitEnd(bounded, FOREVER));
        Optional<Run> none = sim.call(e -> e.awaitEnd(delayed, FOREVER.negated()));
        assertThat(end).isPresent();
        assertThat(none).isEmpty();
        sim.pass(LATER);
        assertThat(sim.engine().run(delayed).status()).isEqualTo(RunStatus.DELAYED);
        sim.close();
    }
}
