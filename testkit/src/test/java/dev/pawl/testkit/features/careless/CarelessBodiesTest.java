package dev.pawl.testkit.features.careless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Codec;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.run.Payload;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Mistakes in bodies and in what they use, beyond what `MisbehavingTest` covers: the run settles,
/// and its queue and pool are free for the next one.
final class CarelessBodiesTest {
    private static final String QUEUE = "narrow";
    private static final String POOL = "pool";
    private static final RunId UNKNOWN = new RunId(5);

    private static final Machine<String, String> OTHER =
            Machine.named("other", String.class, String.class)
                    .step("work", a -> a.next("x"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final SimHost host = new SimHost(0);
    private final List<Attempt<String, String>> kept = new ArrayList<>();
    private boolean repeated;

    private Run settled(String deed, Machine<String, String> machine) {
        SimEngine sim =
                new SimEngine(
                        host,
                        stores,
                        o ->
                                o.machines(machine, OTHER)
                                        .queue(QueueSettings.of(QUEUE, 1))
                                        .pool(new PoolSettings(POOL, 1)));
        sim.open();
        RunId id = sim.call(e -> e.start(machine.start("x").queue(QUEUE)));
        sim.pass(Duration.ofMinutes(2));
        Run run = sim.engine().run(id);
        assertThat(run.status()).as(deed).isNotIn(RunStatus.RUNNING, RunStatus.CLEANING);
        assertThat(sim.engine().queues().held(QUEUE)).as(deed).isZero();
        assertThat(sim.engine().pools().leases(POOL)).as(deed).isEmpty();
        assertThat(sim.engine().why(id).causes())
                .as(deed)
                .noneMatch(cause -> cause.kind() == Why.Cause.Kind.EXECUTING);
        assertThat(sim.engine().verify()).as(deed).isEmpty();
        RunId next = sim.call(e -> e.start(OTHER.start("x").queue(QUEUE)));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().run(next).status()).as(deed).isEqualTo(RunStatus.COMPLETED);
        sim.close();
        return run;
    }

    private static Machine<String, String> working(Body<String, String> body) {
        return Machine.named("careless", String.class, String.class)
                .step(
                        "work",
                        body,
                        s ->
                                s.retry(Retry.fixed(1))
                                        .permits(POOL, 1)
                                        .timeout(Duration.ofMinutes(1)))
                .build();
    }

    @Test
    void settlesWhateverABodyDoes() {
        Map<String, Body<String, String>> deeds = new LinkedHashMap<>();
        deeds.put("interrupts itself", CarelessBodiesTest::interruptItself);
        deeds.put("throws an interruption that was none", _ -> raise(new InterruptedException()));
        deeds.put("throws null", _ -> raise(null));
        deeds.put("throws an internal error", _ -> raise(new InternalError("vm")));
        deeds.put("throws without getCause", _ -> raise(new Causeless()));
        deeds.put(
                "a message of 50 MB", _ -> raise(new IllegalStateException("x".repeat(50 << 20))));
        deeds.put("a cycle of causes", _ -> raise(cycle()));
        deeds.put("reports null", a -> reporting(a, null));
        deeds.put("reports 50 MB", a -> reporting(a, "x".repeat(50 << 20)));
        deeds.put("wakes at null", a -> a.next("x").waking(null));
        deeds.put("a context that is null", a -> a.next("x").withContext(null));
        deeds.put("once with a null type", a -> a.next(a.once("n", null, () -> "x")));
        deeds.put("once with a null call", a -> a.next(a.once("n", String.class, null)));
        deeds.put("once in once", CarelessBodiesTest::onceInOnce);
        deeds.put("once throws an error", a -> a.next(a.once("n", String.class, () -> error())));
        deeds.put("once of another type", CarelessBodiesTest::onceOfAnotherType);
        deeds.put("unknown parent", a -> a.next("x").launching(OTHER.start("x").parent(UNKNOWN)));
        deeds.put("unknown predecessor", a -> a.next("x").starting(after(UNKNOWN)));
        deeds.put("child after its parent", a -> a.next("x").starting(after(a.id())));
        deeds.put("unknown queue", a -> a.next("x").starting(OTHER.start("x").queue("none")));
        deeds.put("negative delay", this::repeatOnce);
        deeds.put("negative retry", a -> a.retryAfter(Duration.ofSeconds(-1), "soon"));
        deeds.put("a null query", a -> a.next(a.query(null, row -> row.text(1)).getFirst()));
        deeds.put("finish without leave", a -> a.finish("x"));
        deeds.put("the recovery's outcome", a -> a.executeBody());
        deeds.put("an outcome of another attempt", this::outcomeOfAnother);
        deeds.put("ignores everything", a -> ignoring(a));
        deeds.forEach((deed, body) -> settled(deed, working(body)));
        assertThat(deeds).hasSizeGreaterThan(25);
    }

    /// A codec is user code too.
    @Test
    void settlesWhateverACodecDoes() {
        for (Codec codec : List.of(new NullCodec(), new ErrorCodec())) {
            Machine<String, String> machine =
                    Machine.named("careless", String.class, String.class)
                            .step(
                                    "work",
                                    a -> a.next("response"),
                                    s -> s.retry(Retry.fixed(1)).permits(POOL, 1))
                            .codec(codec)
                            .build();
            Run run = settled(codec.getClass().getName(), machine);
            assertThat(run.data().response()).isNull();
        }
    }

    /// What a thread of a body does after the attempt has ended changes nothing.
    @Test
    void refusesWhatComesAfterTheEndOfAnAttempt() {
        Machine<String, String> machine =
                working(a -> {
                    kept.add(a);
                    return a.next("x");
                });
        SimEngine sim =
                new SimEngine(
                        host, stores, o -> o.machines(machine).pool(new PoolSettings(POOL, 1)));
        sim.open();
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        Run before = sim.engine().run(id);
        String[] problem = new String[1];
        host.call(() -> {
            kept.getFirst().report("still here");
            try {
                kept.getFirst().once("late", String.class, () -> "x");
            } catch (Exception e) {
                problem[0] = e.getMessage();
            }
        });
        assertThat(problem[0]).contains("the attempt has ended");
        assertThat(sim.engine().run(id)).isEqualTo(before);
        sim.close();
    }

    /// A system that fails to explain a run does not keep `why` from answering.
    @Test
    void answersWhyAlthoughASystemFails() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(OTHER)
                                        .explaining((_, _) -> {
                                            throw new StackOverflowError();
                                        }));
        RunId id = sim.call(e -> e.start(OTHER.start("x").delay(Duration.ofDays(1))));
        assertThat(sim.engine().why(id).causes())
                .extracting(Why.Cause::kind)
                .contains(Why.Cause.Kind.DELAY, Why.Cause.Kind.ENGINE_ERROR);
        assertThat(sim.engine().why(id).text()).contains("could not say why", "StackOverflowError");
        sim.close();
    }

    private static Outcome<String> interruptItself(Attempt<String, String> attempt) {
        Thread.currentThread().interrupt();
        return attempt.next("x");
    }

    private static Outcome<String> reporting(
            Attempt<String, String> attempt, @Nullable String progress) {
        attempt.report(progress);
        return attempt.next("x");
    }

    private static Outcome<String> onceInOnce(Attempt<String, String> attempt) throws Exception {
        return attempt.next(
                attempt.once(
                        "n", String.class, () -> attempt.once("n", String.class, () -> "inner")));
    }

    private static Outcome<String> onceOfAnotherType(Attempt<String, String> attempt)
            throws Exception {
        attempt.once("n", String.class, () -> "text");
        return attempt.next("" + attempt.once("n", Integer.class, () -> 1));
    }

    private Outcome<String> repeatOnce(Attempt<String, String> attempt) {
        if (repeated) return attempt.next("x");
        repeated = true;
        return attempt.repeatWith("c", Duration.ofSeconds(-1));
    }

    private Outcome<String> outcomeOfAnother(Attempt<String, String> attempt) {
        kept.add(attempt);
        return kept.getFirst().next("of the first").withContext(kept.size());
    }

    /// Ignores its timeout and whatever else asks it to stop, for a while.
    private Outcome<String> ignoring(Attempt<String, String> attempt) {
        Instant until = host.now().plusSeconds(90);
        while (host.now().isBefore(until)) {
            try {
                host.await(new Signal(), until);
            } catch (InterruptedException _) {
                // As careless code does.
            }
        }
        return attempt.next("late");
    }

    private static Start<?> after(RunId id) {
        return OTHER.start("x").after(id, Predecessor.On.SUCCESS);
    }

    private static String error() {
        throw new AssertionError("in once");
    }

    private static Throwable cycle() {
        IllegalStateException first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        return first;
    }

    private static Outcome<String> raise(@Nullable Throwable thrown) throws Exception {
        if (thrown instanceof Error error) throw error;
        throw (Exception) thrown;
    }

    /// A throwable that cannot say what caused it.
    private static final class Causeless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    /// Reads as it should, and writes nothing.
    private static final class NullCodec implements Codec {
        @Override
        public Payload encode(@Nullable Object value) {
            return "response".equals(value) ? null : JsonCodec.JSON.encode(value);
        }

        @Override
        public <T extends @Nullable Object> T decode(Payload payload, Class<T> type) {
            return JsonCodec.JSON.decode(payload, type);
        }

        @Override
        public Payload patch(Payload before, Payload after) {
            return JsonCodec.JSON.patch(before, after);
        }
    }

    /// Fails with an error when it writes a response.
    private static final class ErrorCodec implements Codec {
        @Override
        public Payload encode(@Nullable Object value) {
            if ("response".equals(value)) throw new StackOverflowError("codec");
            return JsonCodec.JSON.encode(value);
        }

        @Override
        public <T extends @Nullable Object> T decode(Payload payload, Class<T> type) {
            return JsonCodec.JSON.decode(payload, type);
        }

        @Override
        public Payload patch(Payload before, Payload after) {
            return JsonCodec.JSON.patch(before, after);
        }
    }
}
