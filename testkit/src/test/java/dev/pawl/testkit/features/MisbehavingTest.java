package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Listener;
import dev.pawl.engine.Operators;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.Writing;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// User code that misbehaves: its run settles and releases what it holds, and `why` is correct.
final class MisbehavingTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final String QUEUE = "narrow";
    private static final String POOL = "pool";
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final RunId UNKNOWN = new RunId(5);

    private static final Set<HistoryEntry.Kind> ENDS =
            Set.of(HistoryEntry.Kind.ENDED, HistoryEntry.Kind.PARKED);

    private final SimHost host = new SimHost(0);
    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private SimEngine opened(Machine<?, ?>... machines) {
        return SimEngine.of(
                stores,
                o ->
                        o.machines(machines)
                                .queue(QueueSettings.of(QUEUE, 1))
                                .pool(new PoolSettings(POOL, 1)));
    }

    private static Machine<String, String> working(Body<String, String> body) {
        return Machine.named("misbehaving", String.class, String.class)
                .step("work", body, s -> s.retry(Retry.fixed(1)).permits(POOL, 1))
                .build();
    }

    /// Returns the settled run, after it has released its slot and its permits.
    private Run settled(String deed, Machine<String, String> machine, Machine<?, ?>... others) {
        List<Machine<?, ?>> all = new ArrayList<>(List.of(others));
        all.add(machine);
        SimEngine sim = opened(all.toArray(Machine<?, ?>[]::new));
        RunId id = sim.call(e -> e.start(machine.start("x").queue(QUEUE)));
        sim.pass(Duration.ofMinutes(1));
        Run run = sim.engine().run(id);
        assertThat(run.status()).as(deed).isNotIn(RunStatus.RUNNING, RunStatus.CLEANING);
        assertThat(sim.engine().queues().held(QUEUE)).as(deed).isZero();
        assertThat(sim.engine().pools().leases(POOL)).as(deed).isEmpty();
        assertThat(causes(sim, id)).as(deed).doesNotContain(Why.Cause.Kind.EXECUTING);
        assertThat(sim.engine().verify()).as(deed).isEmpty();
        sim.close();
        return run;
    }

    private static List<Why.Cause.Kind> causes(SimEngine sim, RunId id) {
        return sim.engine().why(id).causes().stream().map(Why.Cause::kind).toList();
    }

    private static String failure(Run run) {
        return String.valueOf(run.condition().ending().failure());
    }

    @Test
    void acceptsNullAsAReason() {
        Map<Body<String, String>, RunStatus> deeds =
                Map.of(
                        a -> a.fail(null), RunStatus.FAILED,
                        a -> a.abort(null), RunStatus.ABORTED,
                        a -> a.retryAfter(Duration.ofSeconds(1), null), RunStatus.EXHAUSTED);
        deeds.forEach((deed, expected) -> {
            Run run = settled(expected.name(), working(deed));
            assertThat(run.status()).isEqualTo(expected);
            assertThat(failure(run)).contains("no reason given");
        });
    }

    @Test
    void explainsAWaitWithoutAReason() {
        Machine<String, String> machine =
                working(a -> a.waitAndRepeat(Duration.ofMinutes(1), null));
        SimEngine sim = opened(machine);
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().why(id).text()).contains("no reason given");
        sim.close();
    }

    /// A method that is called with null throws at the call and says what it needs.
    @Test
    void failsAnAttemptThatPassesNull() {
        Map<String, Body<String, String>> deeds = new LinkedHashMap<>();
        deeds.put("repeatWith needs a delay", a -> a.repeatWith("c", null));
        deeds.put("waitAndRepeat needs a delay", a -> a.waitAndRepeat(null, "why"));
        deeds.put("retryAfter needs a delay", a -> a.retryAfter(null, "why"));
        deeds.put("goTo needs the name of a state", a -> a.goTo((String) null));
        deeds.put("sending needs the id of a run", a -> a.next().sending(null, "event"));
        deeds.put("sending needs an event", a -> a.next().sending(a.id(), null));
        deeds.put("writing needs the SQL", a -> a.next().writing((Writing) null));
        deeds.put("starting needs the start of a child", a -> a.next().starting((Start<?>) null));
        deeds.put("starting needs the starts", a -> a.next().starting((Start<?>[]) null));
        deeds.put("once needs a name", a -> a.next(a.once(null, String.class, () -> "x")));
        deeds.put("the body of step 'work' of misbehaving", _ -> null);
        deeds.forEach((expected, deed) -> {
            Run run = settled(expected, working(deed));
            assertThat(run.status()).as(expected).isEqualTo(RunStatus.EXHAUSTED);
            assertThat(failure(run)).contains(expected, "null");
        });
    }

    @Test
    void failsAnAttemptWhateverItThrows() {
        Map<String, Body<String, String>> deeds = new LinkedHashMap<>();
        deeds.put("AssertionError: no", _ -> raise(new AssertionError("no")));
        deeds.put("OutOfMemoryError: heap", _ -> raise(new OutOfMemoryError("heap")));
        deeds.put("StackOverflowError", _ -> raise(new StackOverflowError()));
        deeds.put("$Hostile: (its message cannot be read", _ -> raise(new Hostile()));
        deeds.put("accessor", a -> a.next().withContext(new Throwing("bad")));
        deeds.put("StackOverflowError ", a -> a.next().withContext(new Endless(1)));
        deeds.forEach((expected, deed) -> {
            Run run = settled(expected, working(deed));
            assertThat(run.status()).as(expected).isIn(RunStatus.EXHAUSTED, RunStatus.FAILED);
            assertThat(failure(run)).contains(expected.strip());
        });
    }

    /// What cannot be recorded with an outcome fails the run: another attempt would do it again.
    @Test
    void failsARunWhoseOutcomeCannotBeRecorded() {
        String large = "x".repeat(Limits.PAYLOAD_BYTES_MAX + 1);
        Map<String, Body<String, String>> deeds = new LinkedHashMap<>();
        deeds.put("the response of", a -> a.next(large));
        deeds.put("the context of", a -> a.next().withContext(large));
        deeds.put("the event has", a -> a.next().sending(a.id(), large));
        deeds.put("NullPointerException", a -> a.next().with(null));
        deeds.put("no machine 'unknown'", a -> a.next().starting(unknown().start("x")));
        deeds.forEach((expected, deed) -> {
            Run run = settled(expected, working(deed));
            assertThat(run.status()).as(expected).isEqualTo(RunStatus.FAILED);
            assertThat(failure(run)).contains(expected);
        });
    }

    /// A start that throws holds nothing: its key is free for the next one.
    @Test
    void freesTheKeyOfAStartThatThrows() {
        Machine<Throwing, String> picky =
                Machine.named("picky", Throwing.class, String.class)
                        .step("work", a -> a.next("x"))
                        .build();
        Start<?> bad = picky.start(new Throwing("bad")).key("k").idempotency("i");
        Machine<String, String> machine = working(a -> a.next("x").starting(bad));
        SimEngine sim = opened(machine, picky);
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofMinutes(1));
        assertThat(failure(sim.engine().run(id))).contains("AssertionError: accessor");
        Start<?> good = picky.start(new Throwing("good")).key("k").idempotency("i");
        RunId next = sim.call(e -> e.start(good));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().run(next).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// Events that no run accepts do not stop their sender.
    @Test
    void completesARunThatSendsEventsToNoRun() {
        Map<String, Object> events =
                Map.of("anonymous", new Object() {}, "text", "text", "number", 1);
        events.forEach((name, event) -> {
            Run run = settled(name, working(a -> a.next("x").sending(UNKNOWN, event)));
            assertThat(run.status()).as(name).isEqualTo(RunStatus.COMPLETED);
        });
    }

    /// Text may contain characters that no database accepts; the run is not lost.
    @Test
    void recordsReasonsWithAnyCharacters() {
        String odd = "a\0b\ud800c";
        Map<String, Body<String, String>> deeds = new LinkedHashMap<>();
        deeds.put("reason", a -> a.fail(odd));
        deeds.put("message", _ -> raise(new IllegalStateException(odd)));
        deeds.put("response", a -> a.next(odd));
        deeds.put("context", a -> a.next("x").withContext(odd));
        deeds.put("result", a -> a.next("x" + a.once(odd, String.class, () -> odd).length()));
        deeds.put("state", a -> a.goTo(odd));
        deeds.put("key", a -> a.next("x").starting(unknown().start("x").key(odd)));
        deeds.put("label", a -> a.next("x").starting(unknown().start("x").label("l", odd)));
        deeds.put("idempotency", a -> a.next("x").starting(unknown().start("x").idempotency(odd)));
        deeds.forEach((name, deed) -> {
            Run run = settled(name, working(deed), unknown());
            assertThat(run.status().isEnd()).as(name + " " + run).isTrue();
        });
    }

    /// A time that no clock reaches means never, and does not overflow.
    @Test
    void acceptsDurationsThatOverflow() {
        Retry late = Retry.fixed(2, FOREVER).within(FOREVER);
        Machine<String, String> machine =
                Machine.named("late", String.class, String.class)
                        .step("work", a -> decide(a), s -> s.retry(late).timeout(FOREVER))
                        .await("rest", w -> w.after(FOREVER, "complete"))
                        .build();
        for (String request : List.of("throw", "again", "later", "retry", "wake", "early")) {
            SimEngine sim = opened(machine);
            RunId id =
                    sim.call(e -> e.start(machine.start(request).deadline(FOREVER).queue(QUEUE)));
            sim.pass(Duration.ofMinutes(1));
            boolean over = request.equals("early");
            Run run = sim.engine().run(id);
            assertThat(run.timing().timer() == null).as(request).isEqualTo(over);
            assertThat(run.status().isEnd()).as(request).isEqualTo(over);
            if (!over) sim.perform(e -> e.operators().order(id, new Command.Cancel(), ME));
            assertThat(sim.engine().queues().held(QUEUE)).as(request).isZero();
            sim.close();
        }
    }

    private static Outcome<String> decide(Attempt<String, String> attempt) {
        return switch (attempt.request()) {
            case "again" -> attempt.repeatWith("c", FOREVER);
            case "later" -> attempt.waitAndRepeat(FOREVER, "never");
            case "retry" -> attempt.retryAfter(FOREVER, "never");
            case "wake" -> attempt.next("x").waking(Instant.MAX);
            case "early" -> attempt.next("x").waking(Instant.MIN);
            default -> throw new IllegalStateException("as asked");
        };
    }

    @Test
    void namesACleanupOrARecoveryThatReturnsNull() {
        Machine<String, String> cleaned =
                Machine.named("cleaned", String.class, String.class)
                        .step("work", a -> a.fail("broken"))
                        .cleanup(_ -> null, c -> c.retry(Retry.never()))
                        .build();
        SimEngine sim = opened(cleaned);
        RunId id = sim.call(e -> e.start(cleaned.start("x")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.FAILED);
        assertThat(sim.engine().run(id).progress().error().message())
                .contains("the cleanup after step 'work' of cleaned", "returned null; expected");
        sim.close();

        Machine<String, String> recovered =
                Machine.named("recovered", String.class, String.class)
                        .step(
                                "work",
                                a -> lasting(Duration.ofSeconds(10), a.next("x")),
                                s ->
                                        s.retry(Retry.never())
                                                .recovery(Recovery.repeatBody(), _ -> null))
                        .build();
        SimEngine second = new SimEngine(host, stores, o -> o.machines(recovered));
        second.open();
        RunId cut = second.call(e -> e.start(recovered.start("x")));
        second.pass(Duration.ofSeconds(1));
        second.restart();
        second.pass(Duration.ofSeconds(1));
        Run run = second.engine().run(cut);
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(failure(run))
                .contains("the recovery of step 'work' of recovered", "returned null");
        second.close();
    }

    /// A `then` function that throws parks the run, whose own work is done; a retry calls it again.
    @Test
    void parksARunWhoseFollowerCannotBeMade() {
        AtomicInteger calls = new AtomicInteger();
        Machine<String, String> first =
                Machine.named("first", String.class, String.class)
                        .step("work", a -> a.next("x"))
                        .then(
                                unknown(),
                                response -> {
                                    if (calls.incrementAndGet() == 1)
                                        throw new AssertionError("no");
                                    return response;
                                })
                        .build();
        SimEngine sim = opened(first, unknown());
        RunId id = sim.call(e -> e.start(first.start("x")));
        sim.pass(Duration.ofSeconds(1));
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.PARKED);
        assertThat(run.condition().reason())
                .isEqualTo("what follows it could not be started: java.lang.AssertionError: no");
        sim.perform(e -> e.operators().order(id, new Command.RetryNow(), ME));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().count(Filter.ALL.machine("unknown"))).isEqualTo(1);
        sim.close();
    }

    /// A run whose attempt cannot be recorded is parked when possible, and has a task until then.
    @Test
    void parksARunWhoseAttemptCannotBeRecorded() {
        Machine<String, String> machine = working(a -> a.next("x"));
        for (int failures : List.of(1, 2, 5)) {
            Refusing refusing = new Refusing(failures);
            SimEngine sim =
                    new SimEngine(
                                    host,
                                    stores,
                                    o ->
                                            o.machines(machine)
                                                    .queue(QueueSettings.of(QUEUE, 1))
                                                    .pool(new PoolSettings(POOL, 1)))
                            .faults(refusing);
            sim.open();
            RunId id = sim.call(e -> e.start(machine.start("x").queue(QUEUE)));
            sim.pass(Duration.ofMillis(500));
            assertThat(sim.engine().verify()).isEmpty();
            assertThat(causes(sim, id)).doesNotContain(Why.Cause.Kind.EXECUTING);
            sim.pass(Duration.ofSeconds(20));
            Run run = sim.engine().run(id);
            assertThat(run.status()).isEqualTo(RunStatus.PARKED);
            String parked = failures == 1 ? "its answer could not be" : "its attempt could not be";
            assertThat(run.condition().reason()).startsWith(parked).contains("a bug of the store");
            assertThat(sim.engine().queues().held(QUEUE)).isZero();
            assertThat(sim.engine().pools().leases(POOL)).isEmpty();
            sim.perform(e -> e.operators().order(id, new Command.RetryNow(), ME));
            sim.pass(Duration.ofSeconds(1));
            assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
            sim.close();
        }
    }

    /// An engine whose store failed executes nothing, and `why` says so.
    @Test
    void reportsNoBodyWhenTheEngineHasStopped() {
        Machine<String, String> machine = working(a -> a.next("x"));
        StoreFaults broken =
                new StoreFaults() {
                    @Override
                    public void before(long n, Commit commit) {
                        if (!answers(commit)) return;
                        throw new StoreException(StoreException.Kind.IO, "the disk is gone", null);
                    }
                };
        SimEngine sim =
                new SimEngine(
                                host,
                                stores,
                                o -> o.machines(machine).pool(new PoolSettings(POOL, 1)))
                        .faults(broken);
        sim.open();
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(causes(sim, id)).containsOnly(Why.Cause.Kind.NO_ENGINE);
        assertThat(sim.engine().why(id).text())
                .contains("its body does not execute", "stopped: the disk is gone");
        sim.crash();
    }

    /// While an outcome waits for a full disk, no body executes.
    @Test
    void distinguishesARunThatIsRecordedFromOneThatExecutes() {
        Machine<String, String> machine =
                working(a -> lasting(Duration.ofSeconds(10), a.next("x")));
        StoreFaults full =
                new StoreFaults() {
                    @Override
                    public void before(long n, Commit commit) {
                        if (!answers(commit)) return;
                        throw new StoreException(StoreException.Kind.FULL, "no space", null);
                    }
                };
        SimEngine sim =
                new SimEngine(
                                host,
                                stores,
                                o -> o.machines(machine).pool(new PoolSettings(POOL, 1)))
                        .faults(full);
        sim.open();
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(5));
        assertThat(causes(sim, id)).containsExactly(Why.Cause.Kind.EXECUTING);
        sim.pass(Duration.ofSeconds(10));
        assertThat(causes(sim, id)).containsExactly(Why.Cause.Kind.RECORDING);
        sim.crash();
    }

    @Test
    void survivesListenersThatThrow() {
        List<EngineEvent> heard = new ArrayList<>();
        Listener hostile =
                _ -> {
                    throw new StackOverflowError();
                };
        Machine<String, String> machine = working(a -> a.next("x"));
        SimEngine sim =
                new SimEngine(
                                host,
                                stores,
                                o ->
                                        o.machines(machine)
                                                .pool(new PoolSettings(POOL, 1))
                                                .listener(hostile)
                                                .listener(heard::add))
                        .faults(new Refusing(0));
        sim.open();
        for (int i = 0; i < 3; i++) sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(5));
        assertThat(sim.engine().runs(Filter.ALL, Page.oldest(10)))
                .extracting(Run::status)
                .containsOnly(RunStatus.COMPLETED);
        assertThat(heard.stream().filter(EngineEvent.TaskFailed.class::isInstance))
                .singleElement()
                .satisfies(failed ->
                        assertThat(failed.toString()).contains("listener", "StackOverflowError"));
        sim.close();
    }

    /// A read that fails for a while does not stop a queue.
    @Test
    void admitsWhenTheStoreCanBeReadAgain() {
        Machine<String, String> machine = unknown();
        AtomicInteger unreadable = new AtomicInteger();
        StoreFaults faults =
                new StoreFaults() {
                    @Override
                    public void after(long n, Commit commit) {
                        if (!commit.changes().isEmpty()) unreadable.compareAndSet(0, 1);
                    }

                    @Override
                    public void reading() {
                        if (!unreadable.compareAndSet(1, 2)) return;
                        throw new StoreException(StoreException.Kind.BUSY, "not now", null);
                    }
                };
        // In a cluster the store decides an admission.
        SimEngine sim =
                new SimEngine(
                                host,
                                StoreFactory.SHARED_MEMORY,
                                o -> o.machines(machine).queue(QueueSettings.of(QUEUE, 1)))
                        .faults(faults);
        sim.open();
        sim.pass(Duration.ofSeconds(5));
        RunId id = sim.call(e -> e.start(machine.start("x").queue(QUEUE)));
        sim.pass(Duration.ofSeconds(10));
        assertThat(unreadable).hasValue(2);
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// A schedule whose run cannot be started is reported, and does not stop the others.
    @Test
    void firesSchedulesBesideOneThatCannotFire() {
        List<EngineEvent> heard = new ArrayList<>();
        Machine<String, String> before = unknown();
        Machine<Integer, String> after =
                Machine.named("unknown", Integer.class, String.class)
                        .step("work", a -> a.next("x"))
                        .build();
        Machine<String, String> other = working(a -> a.next("x"));
        Schedule bad = Schedule.every("a", Duration.ofMinutes(1), before, "no number");
        Schedule good = Schedule.every("b", Duration.ofMinutes(1), other, "x");
        SimEngine sim = new SimEngine(host, stores, o -> o.machines(before).schedule(bad));
        sim.open();
        sim.close();
        sim.faults(new Refusing(0));
        sim.open(o ->
                o.machines(after, other)
                        .pool(new PoolSettings(POOL, 1))
                        .schedule(good)
                        .listener(heard::add));
        sim.pass(Duration.ofMinutes(10));
        assertThat(sim.engine().count(Filter.ALL.machine("misbehaving"))).isBetween(9L, 10L);
        assertThat(heard.stream().filter(EngineEvent.TaskFailed.class::isInstance))
                .hasSizeBetween(9, 10)
                .allSatisfy(failed -> assertThat(failed.toString()).contains("schedule a"));
        sim.close();
    }

    private <T> T lasting(Duration time, T answer) throws InterruptedException {
        host.await(new Signal(), host.now().plus(time));
        return answer;
    }

    /// Returns whether a commit ends an attempt.
    private static boolean answers(Commit commit) {
        return commit.changes().stream()
                .flatMap(change -> change.entries().stream())
                .anyMatch(entry -> ENDS.contains(entry.kind()));
    }

    /// Refuses this many commits that end an attempt, as a bug of the store would.
    private static final class Refusing implements StoreFaults {
        private int left;

        Refusing(int failures) {
            this.left = failures;
        }

        @Override
        public void before(long n, Commit commit) {
            if (!answers(commit) || left-- <= 0) return;
            throw new UnsupportedOperationException("a bug of the store");
        }
    }

    private static Machine<String, String> unknown() {
        return Machine.named("unknown", String.class, String.class)
                .step("work", a -> a.next("x"))
                .build();
    }

    private static Outcome<String> raise(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) throw error;
        throw (Exception) thrown;
    }

    /// A throwable whose methods all misbehave.
    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new StackOverflowError();
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    /// A value whose accessor throws an `Error` when it is encoded, if it is bad.
    record Throwing(String message) {
        @Override
        public String message() {
            if (message.equals("bad")) throw new AssertionError("accessor");
            return message;
        }
    }

    /// A value whose accessor recurses forever.
    record Endless(int first) {
        @Override
        public int first() {
            return second();
        }

        private int second() {
            return first();
        }
    }
}
