package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Host;
import dev.pawl.engine.Operators;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Signal;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Predecessor;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A host that cannot start tasks for a while: slots and permits of these tasks are neither lost
/// nor held forever.
final class StartFailureTest {
    private static final int RUNS = 6;

    private final Machine<String, String> worker =
            Machine.named("worker", String.class, String.class)
                    .step("work", a -> a.next("x"), s -> s.permits("pool", 1))
                    .await("rest", w -> w.after(Duration.ofSeconds(1), "last"))
                    .step("last", a -> a.next("done"))
                    .build();

    private final Machine<String, String> holder =
            Machine.named("holder", String.class, String.class)
                    .step("hold", this::hold, s -> s.permits("pool", 1))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final ScarceHost scarce = new ScarceHost();
    private final List<EngineEvent> heard = new ArrayList<>();
    private int holding;
    private int together;

    @Test
    void queuesPermitsTimersAndFollowersContinueWhenTasksCanBeStartedAgain() {
        try (Opened opened = new Opened()) {
            Engine engine = opened.engine;
            scarce.fails = true;
            RunId first = startAll(engine);
            host.runFor(Duration.ofMinutes(1));
            assertThat(engine.run(first).status()).isNotEqualTo(RunStatus.COMPLETED);
            assertThat(scarce.failures).isPositive();
            scarce.fails = false;
            requireDone(engine);
        }
    }

    /// Each kind of task in turn cannot be started.
    @Test
    void eachTaskIsStartedLater() {
        boolean shared = stores.open().cluster().isPresent();
        // In a cluster, a loop admits runs and grants permits.
        List<String> own = shared ? List.of() : List.of("admit", "grant");
        for (String task : Stream.concat(own.stream(), Stream.of("run ", "due", "link")).toList()) {
            scarce.prefix = task;
            scarce.failures = 0;
            try (Opened opened = new Opened()) {
                Engine engine = opened.engine;
                scarce.fails = true;
                startAll(engine);
                host.runFor(Duration.ofMinutes(1));
                assertThat(scarce.failures).as(task).isPositive();
                scarce.fails = false;
                requireDone(engine);
                assertThat(heard)
                        .filteredOn(EngineEvent.TaskFailed.class::isInstance)
                        .isNotEmpty()
                        .allSatisfy(one -> assertThat(one.toString()).contains("not started yet"));
            }
            heard.clear();
        }
    }

    /// A run that waits for a grant which is under way is paused and resumed, and so waits again.
    @Test
    void aGrantThatIsOvertakenByAPauseLetsNoMoreRunsExecuteThanThereArePermits() {
        try (Opened opened = new Opened()) {
            Engine engine = opened.engine;
            scarce.prefix = "grant";
            scarce.fails = true;
            RunId first = host.call(() -> engine.start(holder.start("first")));
            RunId second = host.call(() -> engine.start(holder.start("second")));
            Operators.By me = new Operators.By("me", "a test");
            for (Command command : List.of(new Command.Pause(), new Command.Resume())) {
                host.call(() -> engine.operators().order(first, command, me));
                host.runFor(Duration.ofMillis(1));
            }
            scarce.fails = false;
            host.runFor(Duration.ofMinutes(1));
            assertThat(engine.run(first).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(engine.run(second).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(together).isEqualTo(1);
        }
    }

    @Test
    void aLeaseThatExpiresMeanwhileIsRevoked() throws InterruptedException {
        try (Opened opened = new Opened()) {
            Engine engine = opened.engine;
            host.call(() ->
                    engine.pools()
                            .acquire(
                                    new Pools.Request("pool", "me", 1, 0, Duration.ofSeconds(5)),
                                    host.now()));
            scarce.fails = true;
            host.runFor(Duration.ofMinutes(1));
            scarce.fails = false;
            host.runFor(Duration.ofMinutes(1));
            assertThat(engine.pools().leases("pool")).isEmpty();
        }
    }

    /// Closing does not wait for what was never started.
    @Test
    void anEngineClosesAlthoughTasksWereNeverStarted() {
        Engine engine = open(stores.open());
        scarce.fails = true;
        startAll(engine);
        host.runFor(Duration.ofSeconds(1));
        Instant before = host.now();
        host.call(engine::close);
        assertThat(Duration.between(before, host.now())).isLessThan(Duration.ofSeconds(2));
        host.runFor(Duration.ofMinutes(1));
        assertThat(host.tasks()).isEmpty();
    }

    @Test
    void anEngineThatCannotBeOpenedLeavesNoTaskBehind() {
        int tasks = 0;
        while (true) {
            scarce.left = tasks;
            scarce.failures = 0;
            Throwable thrown = catchThrowable(() -> open(stores.open()).close());
            if (scarce.failures == 0) break;
            assertThat(thrown).as("task %d", tasks).hasRootCauseInstanceOf(OutOfMemoryError.class);
            host.runFor(Duration.ofMinutes(1));
            assertThat(host.tasks()).as("task %d", tasks).isEmpty();
            tasks++;
        }
        assertThat(tasks).isGreaterThan(3);
    }

    private Outcome<String> hold(Attempt<String, String> attempt) throws InterruptedException {
        together = Math.max(together, ++holding);
        try {
            host.await(new Signal(), host.now().plusSeconds(1));
        } finally {
            holding--;
        }
        return attempt.next("held");
    }

    private Engine open(Store store) {
        return host.call(() -> {
            try {
                return Engine.open(
                        store,
                        o ->
                                o.machines(worker, holder)
                                        .queue(QueueSettings.of("narrow", 2))
                                        .pool(new PoolSettings("pool", 1))
                                        .host(scarce)
                                        .listener(heard::add));
            } catch (OutOfMemoryError e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private RunId startAll(Engine engine) {
        RunId first = host.call(() -> engine.start(worker.start("x").queue("narrow")));
        for (int i = 1; i < RUNS; i++) {
            host.call(() -> engine.start(worker.start("x").queue("narrow")));
        }
        host.call(() -> engine.start(worker.start("x").after(first, Predecessor.On.SUCCESS)));
        return first;
    }

    private void requireDone(Engine engine) {
        host.runFor(Duration.ofMinutes(1));
        assertThat(engine.count(Filter.ALL.status(RunStatus.COMPLETED))).isEqualTo(RUNS + 1);
        assertThat(engine.queues().held("narrow")).isZero();
        assertThat(engine.pools().leases("pool")).isEmpty();
        assertThat(engine.verify()).isEmpty();
    }

    private final class Opened implements AutoCloseable {
        private final Engine engine = open(stores.open());

        @Override
        public void close() {
            host.call(engine::close);
        }
    }

    /// A host without memory for more tasks, on demand.
    private final class ScarceHost implements Host {
        private boolean fails;
        private String prefix = "";
        private int left = Integer.MAX_VALUE;
        private int failures;

        @Override
        public Instant now() {
            return host.now();
        }

        @Override
        public RandomGenerator random() {
            return host.random();
        }

        @Override
        public Task start(String name, Runnable body) {
            boolean refused = fails && name.startsWith(prefix);
            if (refused || left-- <= 0) {
                failures++;
                throw new OutOfMemoryError("unable to create native thread");
            }
            return host.start(name, body);
        }

        @Override
        public boolean await(Signal signal, Instant until) throws InterruptedException {
            return host.await(signal, until);
        }

        @Override
        public void raise(Signal signal) {
            host.raise(signal);
        }
    }
}
