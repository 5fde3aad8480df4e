package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
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

    /// A run gives its permits back itself; otherwise more runs would execute than there are
    /// permits.
    @Test
    void theLeaseOfARunIsNeitherRenewedNorReleasedByOthers() {
        Machine<String, String> machine = worker(time, MINUTE, MINUTE);
        SimEngine sim = new SimEngine(time, stores, o -> pool(1).accept(o.machines(machine)));
        sim.open();
        sim.call(e -> e.start(machine.start("x")));
        sim.call(e -> e.start(machine.start("y")));
        sim.pass(Duration.ofSeconds(1));
        Pools pools = sim.engine().pools();
        Lease lease = pools.leases("pool").getFirst();
        String expected = "run %s holds 1 permits of pool 'pool'".formatted(lease.holder());
        assertThatThrownBy(() -> sim.call(e -> e.pools().renew(lease, MINUTE)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining(expected);
        assertThatThrownBy(() -> sim.perform(e -> e.pools().release(lease)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining(expected);
        assertThatThrownBy(() -> sim.perform(e -> e.pools().release("pool", lease.holder())))
                .isInstanceOf(Refused.class)
                .hasMessageContaining(expected);
        sim.settle();
        assertThat(pools.leases("pool")).containsExactly(lease);
        sim.close();
    }

    @Test
    void aLeaseIsNotRenewedForNoTime() {
        SimEngine sim = SimEngine.of(stores, pool(1));
        ask(sim, "first", permits("me", 1), MINUTE);
        sim.settle();
        Lease lease = answers.get("first").orElseThrow();
        for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatThrownBy(() -> sim.call(e -> e.pools().renew(lease, none)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected a positive lease time, found " + none);
        }
        assertThat(sim.engine().pools().isHeld(lease)).isTrue();
        sim.close();
    }

    /// The attempt ends, and the next one gets permits, while the revocation is being looked up.
    @Test
    void aRevocationStopsNoLaterAttemptThanTheOneThatHeldTheLease() {
        SlowLookups lookups = new SlowLookups();
        SimHost host = time.peer("one");
        Machine<String, String> machine = worker(host, Duration.ofSeconds(10), MINUTE);
        SimEngine sim =
                new SimEngine(host, lookups, o -> pool(1).accept(o.node("one").machines(machine)));
        sim.open();
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        sim.perform(e -> e.pools().revoke("pool", id.toString(), Duration.ofSeconds(5)));
        sim.until(() -> host.tasks().stream().anyMatch(task -> task.endsWith("take-back")));
        lookups.host = host;
        sim.pass(MINUTE);
        assertThat(lookups.slow).isPositive();
        assertThat(sim.engine().run(id).state()).isEqualTo("second");
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.RUNNING);
        sim.pass(MINUTE);
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().history(id, 0, 100))
                .filteredOn(entry -> entry.state().equals("second"))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.attempt()).isLessThanOrEqualTo(1));
        sim.close();
    }

    /// However often nodes looked for free permits before.
    @Test
    void aPoolIsLookedAtOnceWhenALeaseExpires() {
        int[] reads = new int[1];
        SimHost host = time.peer("one");
        Machine<String, String> machine = worker(host, Duration.ofDays(1), MINUTE);
        SimEngine sim =
                new SimEngine(
                                host,
                                new SlowLookups(),
                                o -> pool(1).accept(o.node("one").machines(machine)))
                        .faults(
                                new StoreFaults() {
                                    @Override
                                    public void reading() {
                                        reads[0]++;
                                    }
                                });
        sim.open();
        ask(sim, "first", permits("me", 1), MINUTE);
        sim.settle();
        for (int i = 0; i < 100; i++) sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofMinutes(9));
        reads[0] = 0;
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.engine().count(Filter.ALL.status(RunStatus.RUNNING))).isEqualTo(1);
        assertThat(reads[0]).isLessThan(10);
        sim.close();
    }

    private static Machine<String, String> worker(SimHost host, Duration first, Duration second) {
        return Machine.named("worker", String.class, String.class)
                .step("first", a -> lasting(host, first, a.next()), s -> s.permits("pool", 1))
                .step("second", a -> lasting(host, second, a.next("x")), s -> s.permits("pool", 1))
                .build();
    }

    private static <T> Outcome<T> lasting(SimHost host, Duration time, Outcome<T> outcome)
            throws InterruptedException {
        host.await(new Signal(), host.now().plus(time));
        return outcome;
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

    /// The shared store; once a host is set, the caller learns late what a lease was.
    private final class SlowLookups implements StoreFactory, InvocationHandler {
        private final Store store = MemoryStore.on(disk);
        private SimHost host;
        private int slow;

        @Override
        public Store open() {
            Class<?>[] types = {Store.class};
            return (Store) Proxy.newProxyInstance(Store.class.getClassLoader(), types, this);
        }

        @Override
        public Store reopen(Store before) {
            return before;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object answer = method.invoke(store, arguments);
            boolean isLease =
                    method.getName().equals("document")
                            && arguments[0] == NamedDocument.Kind.PERMIT;
            if (isLease && host != null && slow++ == 0) host.pause(Duration.ofSeconds(20));
            return answer;
        }
    }
}
