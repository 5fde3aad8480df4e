package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A store that cannot be read for a while: what the engine was about to do is done later.
final class OutageTest {
    private static final Duration WORK = Duration.ofSeconds(10);

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final boolean[] away = new boolean[1];
    private final boolean[] full = new boolean[1];
    private final List<EngineEvent> heard = new ArrayList<>();
    private final Machine<String, String> child =
            Machine.named("child", String.class, String.class)
                    .step("work", a -> a.next("done"))
                    .build();
    private final Machine<String, String> family =
            Machine.named("family", String.class, String.class)
                    .step(
                            "split",
                            a -> {
                                host.await(new Signal(), host.now().plus(WORK));
                                return a.next("split").starting(child.start("x").key("one"));
                            })
                    .await("joined", w -> w.children(Join.all(), "rest"))
                    .await("rest", w -> w.after(WORK, "last"))
                    .step("last", a -> a.next("last"))
                    .build();
    private final SimEngine sim =
            new SimEngine(
                            host,
                            stores,
                            o ->
                                    o.machines(family, child)
                                            .pool(new PoolSettings("pool", 2))
                                            .listener(heard::add))
                    .faults(
                            new StoreFaults() {
                                @Override
                                public void before(long n, Commit commit) {
                                    if (!full[0]) return;
                                    throw new StoreException(
                                            StoreException.Kind.FULL, "no space", null);
                                }

                                @Override
                                public void reading() {
                                    if (!away[0]) return;
                                    throw new StoreException(
                                            StoreException.Kind.BUSY, "no answer", null);
                                }
                            });

    private RunId started() {
        sim.open();
        RunId id = sim.call(e -> e.start(family.start("x")));
        sim.pass(Duration.ofSeconds(5));
        return id;
    }

    /// The outage is reported once, and not as a failure of the tasks that read the store
    /// meanwhile.
    private void outage() {
        heard.clear();
        away[0] = true;
        sim.pass(Duration.ofMinutes(1));
        away[0] = false;
        assertThat(heard).noneMatch(EngineEvent.TaskFailed.class::isInstance);
        assertThat(heard).filteredOn(EngineEvent.StoreUnavailable.class::isInstance).hasSize(1);
    }

    private void requireCompleted(RunId id) {
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    @Test
    void anOutcomeThatStartsChildrenIsRecordedLater() {
        RunId id = started();
        outage();
        requireCompleted(id);
    }

    /// The outcome of a body waits until its child can be recorded, and does not hold its key.
    @Test
    void aStartIsRefusedAtOnceWhileAnOutcomeWithItsKeyWaits() {
        RunId id = started();
        full[0] = true;
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().why(id).text()).contains("its answer is being recorded");
        Instant before = host.now();
        assertThatThrownBy(() -> sim.call(e -> e.start(child.start("x").key("one"))))
                .hasMessage("no space");
        assertThat(Duration.between(before, host.now())).isLessThan(Duration.ofSeconds(1));
        full[0] = false;
        requireCompleted(id);
    }

    /// A lease is released when the store can record that, and the pool is not locked meanwhile.
    @Test
    void aLeaseIsRenewedOrRefusedAtOnceWhileAnotherIsReleased() throws InterruptedException {
        sim.open();
        Lease first = acquired("first");
        Lease second = acquired("second");
        full[0] = true;
        Engine engine = sim.engine();
        host.start("giver", () -> engine.pools().release(first));
        sim.pass(Duration.ofMinutes(1));
        Instant before = host.now();
        assertThatThrownBy(() -> sim.perform(e -> e.pools().renew(second, WORK)))
                .hasMessage("no space");
        assertThat(Duration.between(before, host.now())).isLessThan(Duration.ofSeconds(1));
        assertThat(engine.pools().leases("pool")).hasSize(2);
        full[0] = false;
        sim.pass(Duration.ofSeconds(1));
        assertThat(engine.pools().leases("pool")).containsExactly(second);
        sim.close();
    }

    private Lease acquired(String holder) throws InterruptedException {
        var request = new Pools.Request("pool", holder, 1, 0, Duration.ofDays(1));
        Optional<Lease> lease = sim.call(e -> e.pools().acquire(request, host.now()));
        return lease.orElseThrow();
    }

    @Test
    void aRunIsWokenLater() {
        RunId id = started();
        sim.pass(WORK);
        assertThat(sim.engine().run(id).state()).isEqualTo("rest");
        outage();
        requireCompleted(id);
    }

    @Test
    void interruptedRunsAreRecoveredLater() {
        RunId id = started();
        sim.restart();
        outage();
        requireCompleted(id);
    }

    @Test
    void timersAreReadLater() {
        RunId id = started();
        sim.pass(WORK);
        sim.restart();
        outage();
        requireCompleted(id);
    }
}
