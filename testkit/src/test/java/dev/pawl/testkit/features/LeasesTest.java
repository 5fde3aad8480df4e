package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Leases of holders that are not runs, on one node and on nodes that share a store.
final class LeasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final Map<String, Optional<Lease>> answers = new HashMap<>();
    private final SimHost time = new SimHost(0);
    private final MemoryDisk disk = MemoryDisk.shared(time::now);

    private static Consumer<EngineOptions> pool(int capacity) {
        return o -> o.pool(new PoolSettings("pool", capacity));
    }

    @Test
    void aCallerThatGivesUpLeavesAnotherCallerOfTheSameHolderInLine() {
        SimEngine sim = SimEngine.of(stores, pool(1));
        ask(sim, "first", permits("you", 1), Duration.ofSeconds(1));
        sim.settle();
        ask(sim, "patient", permits("me", 1), MINUTE);
        sim.settle();
        ask(sim, "impatient", permits("me", 1), Duration.ofSeconds(1));
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("impatient")).isEmpty();
        release(sim, "first");
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("patient")).isPresent();
        assertThat(sim.engine().pools().leases("pool")).hasSize(1);
        sim.close();
    }

    @Test
    void aCallerWaitsInThePlaceOfAnotherOneOfTheSameHolderThatGaveUp() {
        SimEngine sim = SimEngine.of(stores, pool(1));
        ask(sim, "first", permits("you", 1), Duration.ofSeconds(1));
        sim.settle();
        ask(sim, "impatient", permits("me", 1), Duration.ofSeconds(1));
        sim.settle();
        ask(sim, "patient", permits("me", 1), MINUTE);
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("impatient")).isEmpty();
        release(sim, "first");
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("patient")).isPresent();
        sim.close();
    }

    @Test
    void aCallerDoesNotWaitForALeaseThatAnotherCallerOfTheSameHolderGot() {
        SimEngine sim = SimEngine.of(stores, pool(1));
        ask(sim, "first", permits("you", 1), Duration.ofSeconds(1));
        sim.settle();
        ask(sim, "one", permits("me", 1), MINUTE);
        sim.settle();
        ask(sim, "two", permits("me", 1), MINUTE);
        sim.pass(Duration.ofSeconds(1));
        release(sim, "first");
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("one")).isPresent().isEqualTo(answers.get("two"));
        sim.close();
    }

    @Test
    void twoCallersOfTheSameHolderGetOneLease() {
        SimEngine sim = SimEngine.of(stores, pool(2));
        ask(sim, "first", permits("you", 2), MINUTE);
        sim.settle();
        ask(sim, "one", permits("me", 1), MINUTE);
        ask(sim, "two", permits("me", 1), MINUTE);
        sim.pass(Duration.ofSeconds(1));
        release(sim, "first");
        sim.pass(MINUTE);
        assertThat(answers.get("one")).isPresent().isEqualTo(answers.get("two"));
        ask(sim, "others", permits("they", 2), Duration.ofSeconds(1));
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("others")).isEmpty();
        release(sim, "one");
        ask(sim, "others", permits("they", 2), Duration.ofSeconds(1));
        sim.pass(Duration.ofSeconds(2));
        assertThat(answers.get("others")).isPresent();
        sim.close();
    }

    @Test
    void aLeaseThatHasExpiredIsNotStoredAnyMore() {
        SimEngine sim = SimEngine.of(stores, pool(1));
        ask(sim, "first", permits("me", 1), MINUTE);
        sim.settle();
        assertThat(sim.store().documents(NamedDocument.Kind.PERMIT)).hasSize(1);
        sim.pass(Duration.ofMinutes(11));
        assertThat(sim.store().documents(NamedDocument.Kind.PERMIT)).isEmpty();
        sim.close();
    }

    @Test
    void aRevocationKeepsTheCapacityThatAnotherNodeHasSet() {
        SimEngine one = node("one");
        SimEngine two = node("two");
        ask(one, "first", permits("me", 1), MINUTE);
        one.settle();
        two.perform(e -> e.pools().set(new PoolSettings("pool", 5)));
        one.perform(e -> e.pools().revoke("pool", "me", MINUTE));
        one.pass(MINUTE);
        assertThat(one.engine().pools().all()).containsExactly(new PoolSettings("pool", 5));
        assertThat(two.engine().pools().all()).containsExactly(new PoolSettings("pool", 5));
        one.close();
        two.close();
    }

    @Test
    void aHolderWhoseFormerNodeCrashedGetsALeaseAgain() {
        SimEngine one = node("one");
        SimEngine two = node("two");
        ask(one, "lost", permits("me", 1), MINUTE);
        one.settle();
        one.crash();
        two.pass(Duration.ofMinutes(11));
        ask(two, "first", permits("you", 1), MINUTE);
        two.settle();
        ask(two, "again", permits("me", 1), Duration.ofMinutes(5));
        two.settle();
        // Every node loads the leases again, also the one that is over.
        two.perform(e -> e.pools().set(new PoolSettings("pool", 1)));
        two.pass(MINUTE);
        release(two, "first");
        two.pass(MINUTE);
        assertThat(answers.get("again")).isPresent();
        two.close();
    }

    private SimEngine node(String name) {
        StoreFactory shared =
                new StoreFactory() {
                    @Override
                    public Store open() {
                        return MemoryStore.on(disk);
                    }

                    @Override
                    public Store reopen(Store before) {
                        return MemoryStore.on(disk);
                    }
                };
        SimEngine node = new SimEngine(time.peer(name), shared, o -> pool(1).accept(o.node(name)));
        node.open();
        node.settle();
        return node;
    }

    private static Pools.Request permits(String holder, int count) {
        return new Pools.Request("pool", holder, count, 0, Duration.ofMinutes(10));
    }

    /// Asks for permits on a task of its own; its answer is kept under the name of the caller.
    private void ask(SimEngine sim, String caller, Pools.Request request, Duration patience) {
        Engine engine = sim.engine();
        Instant until = sim.host().now().plus(patience);
        sim.host()
                .start(
                        caller,
                        () -> {
                            try {
                                answers.put(caller, engine.pools().acquire(request, until));
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    private void release(SimEngine sim, String caller) {
        Lease lease = answers.get(caller).orElseThrow();
        sim.perform(e -> e.pools().release(lease));
    }
}
