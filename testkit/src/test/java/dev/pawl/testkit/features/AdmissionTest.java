package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Queues and pools that cannot admit runs because the store fails.
final class AdmissionTest {
    private static final Machine<String, String> WORKER =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("x"))
                    .build();
    // More than a queue keeps in memory, so that it asks the store for further waiting runs.
    private static final int MANY = 4_100;

    private static final Machine<String, String> BAD = holding("bad");
    private static final Machine<String, String> GOOD = holding("good");

    private final SimHost host = new SimHost(0);
    private final List<EngineEvent> heard = new ArrayList<>();

    private static Machine<String, String> holding(String pool) {
        return Machine.named(pool, String.class, String.class)
                .step("work", a -> a.next("x"), s -> s.permits(pool, 1))
                .build();
    }

    /// Queues with and without a rate: neither is polled in a loop.
    @Test
    void anEngineWhoseStoreHasFailedAdmitsNothingAndIdles() {
        Broken broken = new Broken();
        SimEngine sim =
                new SimEngine(
                                host,
                                StoreFactory.chosen(),
                                o ->
                                        o.machines(WORKER)
                                                .queue(QueueSettings.of("one", 1))
                                                .queue(
                                                        QueueSettings.unlimited("rated")
                                                                .rate(1, Duration.ofSeconds(1)))
                                                .listener(heard::add))
                        .faults(broken);
        sim.open();
        sim.perform(e -> e.queues().pause("one", true));
        sim.perform(e -> e.queues().pause("rated", true));
        List<RunId> queued = new ArrayList<>();
        sim.perform(e -> {
            for (int i = 0; i < MANY; i++) queued.add(e.start(WORKER.start("x").queue("one")));
            for (int i = 0; i < 2; i++) queued.add(e.start(WORKER.start("x").queue("rated")));
        });
        broken.breaks = true;
        sim.perform(e -> {
            e.queues().pause("one", false);
            e.queues().pause("rated", false);
            broken.mayFail = true;
        });
        sim.pass(Duration.ofMinutes(1));
        assertThat(heard).filteredOn(EngineEvent.StoreFailed.class::isInstance).hasSize(1);
        int reads = broken.reads;
        long writes = sim.writes();
        sim.pass(Duration.ofDays(1));
        assertThat(broken.reads - reads).isZero();
        assertThat(sim.writes() - writes).isZero();
        for (RunId id : queued) {
            assertThat(sim.store().run(id).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);
        }
        sim.close();
    }

    @Test
    void aQueueWithARateAdmitsSeveralRunsWithOneCommit() {
        int[] commits = new int[1];
        QueueSettings rated = QueueSettings.unlimited("rated").rate(30, Duration.ofHours(1));
        SimEngine sim =
                new SimEngine(host, StoreFactory.chosen(), o -> o.machines(WORKER).queue(rated))
                        .faults(
                                new StoreFaults() {
                                    @Override
                                    public void before(long n, Commit commit) {
                                        if (admits(commit)) commits[0]++;
                                    }
                                });
        sim.open();
        sim.perform(e -> e.queues().pause("rated", true));
        sim.perform(e -> {
            for (int i = 0; i < 40; i++) e.start(WORKER.start("x").queue("rated"));
        });
        sim.perform(e -> e.queues().pause("rated", false));
        sim.pass(Duration.ofMinutes(1));
        Filter completed = Filter.ALL.status(RunStatus.COMPLETED);
        assertThat(sim.store().count(completed)).isEqualTo(30);
        assertThat(commits[0]).isEqualTo(1);
        sim.restart();
        sim.pass(Duration.ofMinutes(58));
        assertThat(sim.store().count(completed)).isEqualTo(30);
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.store().count(completed)).isEqualTo(40);
        sim.close();
    }

    private static boolean admits(Commit commit) {
        return commit.changes().stream()
                .flatMap(change -> change.entries().stream())
                .anyMatch(entry -> entry.kind() == HistoryEntry.Kind.ADMITTED);
    }

    @Test
    void aQueueThatCannotBeReadBlocksNoOther() {
        FailingStores stores = new FailingStores(StoreFactory.MEMORY, "queued");
        SimEngine sim =
                new SimEngine(
                        host,
                        stores,
                        o ->
                                o.machines(WORKER)
                                        .queue(QueueSettings.of("bad", 5))
                                        .queue(QueueSettings.of("good", 1)));
        sim.faults(new StoreFaults() {});
        sim.open();
        // A run of the previous process: only the store knows it.
        sim.perform(e -> e.queues().pause("bad", true));
        RunId bad = sim.call(e -> e.start(WORKER.start("x").queue("bad")));
        sim.restart();
        stores.fails = true;
        sim.perform(e -> e.queues().pause("bad", false));
        requireIndependent(sim, stores, bad, () -> WORKER.start("x").queue("good"));
    }

    @Test
    void aPoolThatCannotBeReadBlocksNoOther() {
        FailingStores stores = new FailingStores(StoreFactory.SHARED_MEMORY, "permitWaiters");
        SimEngine sim =
                new SimEngine(
                        host,
                        stores,
                        o ->
                                o.machines(BAD, GOOD)
                                        .pool(new PoolSettings("bad", 5))
                                        .pool(new PoolSettings("good", 1)));
        sim.faults(new StoreFaults() {});
        sim.open();
        stores.fails = true;
        RunId bad = sim.call(e -> e.start(BAD.start("x")));
        requireIndependent(sim, stores, bad, () -> GOOD.start("x"));
    }

    private void requireIndependent(
            SimEngine sim, FailingStores stores, RunId bad, Supplier<Start<String>> good) {
        sim.pass(Duration.ofMillis(10));
        assertThat(stores.failures).isPositive();
        // Each of them at once, not after the next try of the failing one.
        for (int i = 0; i < 5; i++) {
            RunId next = sim.call(e -> e.start(good.get()));
            sim.pass(Duration.ofMillis(10));
            assertThat(sim.engine().run(next).status()).isEqualTo(RunStatus.COMPLETED);
        }
        sim.pass(Duration.ofMinutes(1));
        assertThat(stores.failures).isBetween(10, 100);
        assertThat(sim.engine().run(bad).status()).isNotEqualTo(RunStatus.COMPLETED);
        stores.fails = false;
        sim.pass(Duration.ofSeconds(2));
        assertThat(sim.engine().run(bad).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A disk that fails at the first admission, on demand; the admission waits until it may.
    private final class Broken implements StoreFaults {
        private boolean breaks;
        private boolean mayFail;
        private boolean isBroken;
        private int reads;

        @Override
        public void before(long n, Commit commit) {
            boolean failing = breaks && admits(commit);
            while (failing && !mayFail) host.pause(Duration.ofMillis(1));
            isBroken |= failing;
            if (isBroken) throw new StoreException(StoreException.Kind.IO, "gone", null);
        }

        @Override
        public void reading() {
            reads++;
        }
    }

    /// Stores in memory in which reading one queue or pool fails, on demand.
    private static final class FailingStores implements StoreFactory {
        private final StoreFactory stores;
        private final String question;
        private Store beneath;
        private boolean fails;
        private int failures;

        FailingStores(StoreFactory stores, String question) {
            this.stores = stores;
            this.question = question;
            this.beneath = stores.open();
        }

        @Override
        public Store open() {
            return failing(Store.class, beneath);
        }

        @Override
        public Store reopen(Store before) {
            beneath = stores.reopen(beneath);
            return failing(Store.class, beneath);
        }

        private <T> T failing(Class<T> type, T target) {
            InvocationHandler handler =
                    (_, method, arguments) -> {
                        boolean asked = method.getName().equals(question);
                        if (fails && asked && arguments[0].equals("bad")) {
                            failures++;
                            throw new IllegalStateException("no answer about " + arguments[0]);
                        }
                        Object answer = answer(method, target, arguments);
                        if (!method.getName().equals("cluster")) return answer;
                        return ((Optional<?>) answer)
                                .map(one -> failing(Cluster.class, (Cluster) one));
                    };
            ClassLoader loader = type.getClassLoader();
            return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
        }

        private static Object answer(Method method, Object target, Object[] arguments)
                throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
