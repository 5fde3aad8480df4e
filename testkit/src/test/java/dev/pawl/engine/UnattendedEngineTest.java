package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.FaultyStore;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// An unattended engine decides and records what callers ask for, and leaves everything else to the
/// next engine.
class UnattendedEngineTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final By ANNA = new By("anna", "to see");

    private static final Machine<String, String> LETTER = letter("letter", Uniqueness.REJECT);
    private static final Machine<String, String> NEWEST = letter("newest", Uniqueness.REPLACE);
    private static final Machine<String, String> ORDERED =
            letter("ordered", Uniqueness.QUEUE_BEHIND);
    private static final Machine<String, String> PARENT =
            Machine.named("parent", String.class, String.class)
                    .step("split", a -> a.next("split").starting(LETTER.start("child").key("c")))
                    .await("gather", wait -> wait.children(Join.all(), "complete"))
                    .children(ChildPolicy.CANCEL)
                    .build();

    private final MemoryDisk disk = new MemoryStore().disk();

    @Test
    void answersQueriesWithoutATaskAndWithoutAWrite() throws Exception {
        RunId id;
        try (Engine engine = attended()) {
            engine.queues().set(QueueSettings.of("desk", 2));
            engine.retentions().set(RetentionSettings.keep("letter", 1));
            id = waiting(engine, LETTER, "a");
            assertThat(engine.report(TIMEOUT)).isPresent();
        }
        Store readOnly = new FaultyStore(store(), new RefusingCommits());

        try (Engine engine = unattended(readOnly)) {
            assertThat(engine.run(id).status()).isEqualTo(RunStatus.WAITING);
            assertThat(engine.runs(Filter.ALL, Page.newest(9))).hasSize(1);
            assertThat(engine.why(id).text()).contains("no engine is open").contains("Approve");
            assertThat(engine.operators().preview(Filter.ALL, new Command.Cancel()))
                    .extracting(Plan::to)
                    .containsExactly(RunStatus.CANCELLED);
            assertThat(engine.queues().all()).containsExactly(QueueSettings.of("desk", 2));
            assertThat(engine.pools().all()).isEmpty();
            assertThat(engine.schedules().all()).isEmpty();
            assertThat(engine.retentions().all()).hasSize(1);
            assertThat(engine.definitions()).hasSize(4);
            assertThat(engine.reports()).hasSize(1);
            assertThat(engine.verify()).isEmpty();
        }
    }

    @Test
    void leavesNoTraceOfItsOwn() throws Exception {
        RunId id;
        try (Engine engine = attended()) {
            id = waiting(engine, LETTER, "a");
        }
        List<NamedDocument> before = store().documents(NamedDocument.Kind.NODE);
        try (Engine engine = unattended(store())) {
            engine.operators().order(id, new Command.GoTo("print"), ANNA);
        }
        assertThat(before).isNotEmpty();
        assertThat(store().documents(NamedDocument.Kind.NODE)).isEqualTo(before);
        try (Engine engine = attended()) {
            assertThat(engine.await(LETTER, id, TIMEOUT)).isEqualTo("a printed");
            CrashReport report = engine.report(TIMEOUT).orElseThrow();
            assertThat(report.crashed()).isFalse();
            assertThat(report.inFlight()).isEmpty();
        }
    }

    @Test
    void firesNoTimer() throws Exception {
        try (Engine engine = unattended(store(), LETTER)) {
            RunId id = engine.start(LETTER.start("late").delay(Duration.ofNanos(1)));
            assertThat(engine.awaitEnd(id, Duration.ZERO)).isEmpty();
            assertThat(engine.run(id).status()).isEqualTo(RunStatus.DELAYED);
        }
    }

    @Test
    void aStartReplacesALiveRunOfItsKeyIfItsMachineSaysSo() throws Exception {
        RunId old;
        RunId next;
        try (Engine engine = attended()) {
            old = waiting(engine, NEWEST, "k");
        }
        try (Engine engine = unattended(store())) {
            next = engine.start(submission("newest", "k"));
            assertThat(engine.run(old).status()).isEqualTo(RunStatus.CANCELLED);
            assertThat(engine.history(old, 0, 100))
                    .extracting(HistoryEntry::detail)
                    .contains("replaced by run " + next);
            assertThat(engine.verify()).isEmpty();
        }
        try (Engine engine = attended()) {
            until(engine, next, RunStatus.WAITING);
            assertThat(engine.run(next).progress().crashes()).isZero();
        }
    }

    @Test
    void aStartQueuesBehindALiveRunOfItsKeyIfItsMachineSaysSo() throws Exception {
        RunId first;
        RunId second;
        try (Engine engine = attended()) {
            first = waiting(engine, ORDERED, "k");
        }
        try (Engine engine = unattended(store())) {
            second = engine.start(submission("ordered", "k"));
            assertThat(engine.run(second).status()).isEqualTo(RunStatus.BLOCKED);
        }
        try (Engine engine = attended()) {
            assertThat(engine.report(TIMEOUT)).isPresent();
            assertThat(engine.run(second).status()).isEqualTo(RunStatus.BLOCKED);
            engine.send(first, new Approve());
            until(engine, second, RunStatus.WAITING);
        }
    }

    @Test
    void aStartOfATakenKeyIsRefusedIfItsMachineSaysSo() throws Exception {
        try (Engine engine = attended()) {
            waiting(engine, LETTER, "k");
        }
        try (Engine engine = unattended(store())) {
            assertThatThrownBy(() -> engine.start(submission("letter", "k")))
                    .isInstanceOf(Refused.AlreadyRunning.class);
            assertThatThrownBy(() -> engine.start(submission("lettre", "k")))
                    .isInstanceOf(Refused.UnknownMachine.class)
                    .hasMessageContaining("letter");
        }
    }

    @Test
    void theNextEngineDeliversWhatACommandSends() throws Exception {
        RunId parent;
        RunId child;
        try (Engine engine = attended()) {
            parent = engine.start(PARENT.start("p"));
            until(engine, parent, RunStatus.WAITING);
            child = engine.runs(Filter.ALL.parent(parent), Page.oldest(1)).getFirst().id();
            until(engine, child, RunStatus.WAITING);
        }
        try (Engine engine = unattended(store())) {
            Run ended = engine.operators().order(parent, new Command.Cancel(), ANNA);
            assertThat(ended.status()).isEqualTo(RunStatus.CANCELLED);
            assertThat(engine.run(child).status()).isEqualTo(RunStatus.WAITING);
        }
        try (Engine engine = attended()) {
            assertThat(engine.awaitEnd(child, TIMEOUT).orElseThrow().status())
                    .isEqualTo(RunStatus.CANCELLED);
        }
    }

    @Test
    void aMachineWithoutCodeIsNotRegistered() {
        Machine<?, ?> definitionOnly = Machine.withoutCode(LETTER.definition());
        assertThatThrownBy(() -> Engine.open(store(), definitionOnly))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found 'letter' without");
    }

    @Test
    void doesNotGrantPermits() throws Exception {
        Machine<String, String> printing =
                Machine.named("printing", String.class, String.class)
                        .await("decide", wait -> wait.on(Approve.class, "print"))
                        .step("print", a -> a.next("printed"), step -> step.permits("press", 1))
                        .build();
        RunId id;
        try (Engine engine =
                Engine.open(
                        store(),
                        options -> options.machines(printing).pool(new PoolSettings("press", 1)))) {
            id = waiting(engine, printing, "a");
        }
        try (Engine engine = unattended(store())) {
            Run run = engine.operators().order(id, new Command.GoTo("print"), ANNA);
            assertThat(run.status()).isIn(RunStatus.ACQUIRING, RunStatus.BACKING_OFF);
            assertThat(engine.pools().leases("press")).isEmpty();
            assertThat(engine.run(id)).isEqualTo(run);
        }
        try (Engine engine = Engine.open(store(), printing)) {
            assertThat(engine.await(printing, id, TIMEOUT)).isEqualTo("printed");
        }
    }

    private static Machine<String, String> letter(String name, Uniqueness policy) {
        return Machine.named(name, String.class, String.class)
                .await("decide", wait -> wait.on(Approve.class, "print"))
                .step("print", attempt -> attempt.next(attempt.request() + " printed"))
                .unique(policy)
                .build();
    }

    private static Submission submission(String machine, String key) {
        return new Submission(machine, Payload.of("\"new\""), key, null, null);
    }

    @Test
    void manyCallersThatWaitForTheSameRunAllGetTheirAnswer() throws Exception {
        RunId id;
        try (Engine engine = attended()) {
            id = waiting(engine, LETTER, "a");
        }
        SimHost host = new SimHost(0);
        StoreFaults slow =
                new StoreFaults() {
                    @Override
                    public void before(long n, Commit commit) {
                        host.pause(Duration.ofSeconds(1));
                    }
                };
        Store store = new FaultyStore(store(), slow);
        Engine engine = host.call(() -> Engine.open(store, o -> o.unattended().host(host)));
        AtomicInteger answered = new AtomicInteger();
        Runnable caller =
                () -> {
                    engine.send(id, "Approve", Payload.of("{}"));
                    answered.incrementAndGet();
                };
        for (int i = 0; i < 9; i++) host.start("caller", caller);
        host.runFor(Duration.ofMinutes(1));
        assertThat(answered).hasValue(9);
        host.call(engine::close);
    }

    private MemoryStore store() {
        return MemoryStore.on(disk);
    }

    private Engine attended() {
        return Engine.open(store(), LETTER, NEWEST, ORDERED, PARENT);
    }

    private static Engine unattended(Store store, Machine<?, ?>... machines) {
        return Engine.open(
                store,
                options -> options.unattended().host(new HostWithoutTasks()).machines(machines));
    }

    private static RunId waiting(Engine engine, Machine<String, String> machine, String key)
            throws InterruptedException {
        RunId id = engine.start(machine.start(key).key(key));
        until(engine, id, RunStatus.WAITING);
        return id;
    }

    private static void until(Engine engine, RunId id, RunStatus status)
            throws InterruptedException {
        Instant end = Instant.now().plus(TIMEOUT);
        try (Subscription feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != status) {
                if (feed.next(end).isEmpty()) {
                    throw new AssertionError(
                            "expected %s, found %s".formatted(status, engine.run(id)));
                }
            }
        }
    }

    record Approve() {}

    private static final class RefusingCommits implements StoreFaults {
        @Override
        public void before(long n, Commit commit) {
            throw new AssertionError("expected no commit, found " + commit);
        }
    }

    /// The real host, but for tasks.
    private static final class HostWithoutTasks implements Host {
        private final Host host = new RealHost();

        @Override
        public Task start(String name, Runnable body) {
            throw new AssertionError("expected no task, found " + name);
        }

        @Override
        public Instant now() {
            return host.now();
        }

        @Override
        public RandomGenerator random() {
            return host.random();
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
