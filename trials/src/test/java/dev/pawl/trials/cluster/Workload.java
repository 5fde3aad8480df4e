package dev.pawl.trials.cluster;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.StepOptions;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The work of the nodes: machines of every kind, and the starts of their runs by number.
///
/// Every step writes a row in the transaction of its transition, so a row too many or too few is an
/// effect that was recorded twice or lost. There is no unique index that could hide a second one.
final class Workload {
    static final String TICK = "tick";
    static final Duration TICK_EVERY = Duration.ofSeconds(1);
    static final Duration RATE_WINDOW = Duration.ofSeconds(1);
    static final int NARROW = 4;
    static final int POOL = 5;
    static final int POOL_SHARE = 2;

    /// What the runs of each machine write, in this order, however often nodes crash.
    static final Map<String, List<String>> EFFECTS =
            Map.of(
                    "chain",
                    List.of("one", "two", "three"),
                    "waiter",
                    List.of("ask", "done"),
                    "parent",
                    List.of("split", "collect"),
                    "leaf",
                    List.of("notify"),
                    "narrow",
                    List.of("squeeze"),
                    "keyed",
                    List.of("turn"),
                    "rated",
                    List.of("first"),
                    "pooled",
                    List.of("use"),
                    "unique",
                    List.of("first", "second"),
                    TICK,
                    List.of(TICK));

    /// The machines that are started by number; each number starts one run of one of them.
    static final List<String> STARTED =
            List.of("chain", "waiter", "parent", "narrow", "keyed", "rated", "pooled", "unique");

    private static final String INSERT =
            "insert into public.effect (run, step, fence, node, started, ended)"
                    + " values (?, ?, ?, ?, ?, ?)";
    private static final Retry RETRY = Retry.fixed(Retry.FOREVER, Duration.ofMillis(50));
    private static final int KEYS = 7;

    private final String node;
    private final ExternalSystem external;
    private final int rate;
    private final Map<String, Machine<Integer, String>> machines;

    Workload(String node, ExternalSystem external, int rate) {
        this.node = node;
        this.external = external;
        this.rate = rate;
        Machine<Integer, String> leaf =
                machine("leaf").step("notify", this::notifyParent, sturdy()).build();
        this.machines =
                Map.of(
                        "leaf",
                        leaf,
                        "chain",
                        chain(),
                        "waiter",
                        waiter(),
                        "parent",
                        parent(leaf),
                        "narrow",
                        held("narrow", "squeeze", _ -> {}),
                        "keyed",
                        held("keyed", "turn", _ -> {}),
                        "rated",
                        held("rated", "first", _ -> {}),
                        "pooled",
                        held("pooled", "use", s -> s.permits("pool", POOL_SHARE)),
                        "unique",
                        unique(),
                        TICK,
                        machine(TICK).step(TICK, plain(TICK), sturdy()).build());
    }

    /// Registers everything that a node needs to take part.
    void register(EngineOptions options) {
        machines.values().forEach(options::machines);
        Schedule.Rules each =
                Schedule.Rules.DEFAULT.overlap(Schedule.Overlap.ALLOW).missed(Schedule.Missed.ALL);
        options.queue(QueueSettings.of("narrow", NARROW))
                .queue(QueueSettings.of("keyed", 0).perKey(1))
                .queue(QueueSettings.of("rated", 0).rate(rate, RATE_WINDOW))
                .pool(new PoolSettings("pool", POOL))
                .schedule(Schedule.every(TICK, TICK_EVERY, machines.get(TICK), 0).rules(each));
    }

    /// Returns the start of a number, the same on every node.
    Start<Integer> start(int number) {
        String name = machineOf(number);
        Start<Integer> start = machines.get(name).start(number).idempotency("n" + number);
        String key = "k" + number / STARTED.size() % KEYS;
        return switch (name) {
            case "narrow", "rated" -> start.queue(name, number % 3);
            case "keyed" -> start.key(key).unique(Uniqueness.ALLOW).queue(name);
            case "unique" -> start.key(key).unique(Uniqueness.ATTACH);
            default -> start;
        };
    }

    static String machineOf(int number) {
        return STARTED.get(number % STARTED.size());
    }

    private Machine<Integer, String> chain() {
        return machine("chain")
                .step("one", plain("one"), sturdy())
                .step("two", this::flaky, sturdy())
                .await("rest", w -> w.after(Duration.ofMillis(300), "three"))
                .step("three", plain("three"), sturdy())
                .build();
    }

    private Machine<Integer, String> waiter() {
        return machine("waiter")
                .step("ask", plain("ask"), sturdy())
                .await("answer", w -> w.on(Go.class, "done"))
                .step("done", plain("done"), sturdy())
                .build();
    }

    private Machine<Integer, String> parent(Machine<Integer, String> leaf) {
        return machine("parent")
                .step(
                        "split",
                        a -> {
                            String id = a.id().toString();
                            Start<Integer> child = leaf.start(0).label("to", id);
                            return done(a, "split", now())
                                    .starting(
                                            child.idempotency(id + " left"),
                                            child.idempotency(id + " right"));
                        },
                        sturdy())
                .await("joined", w -> w.children(Join.all(), "notified"))
                .await("notified", w -> w.on(Notice.class, "collect"))
                .step("collect", plain("collect"), sturdy())
                .build();
    }

    private Machine<Integer, String> unique() {
        return machine("unique")
                .step("first", plain("first"), sturdy())
                .await("rest", w -> w.after(Duration.ofMillis(100), "second"))
                .step("second", plain("second"), sturdy())
                .build();
    }

    private Machine<Integer, String> held(
            String name, String step, Consumer<StepOptions<Integer, String>> more) {
        return machine(name).step(step, a -> held(a, name, step), sturdy().andThen(more)).build();
    }

    private static dev.pawl.machine.MachineBuilder<Integer, String> machine(String name) {
        return Machine.named(name, Integer.class, String.class);
    }

    /// No number of crashes and errors ends a run: any end except completion is a defect.
    private static Consumer<StepOptions<Integer, String>> sturdy() {
        return step -> step.retry(RETRY).recovery(Recovery.repeatBody().crashes(1_000));
    }

    private Body<Integer, String> plain(String step) {
        return attempt -> {
            long startedAt = now();
            work();
            return done(attempt, step, startedAt);
        };
    }

    private Outcome<String> flaky(Attempt<Integer, String> attempt) throws Exception {
        long startedAt = now();
        if (ThreadLocalRandom.current().nextInt(3) == 0) throw new IOException("flaky");
        external.pass(attempt);
        work();
        external.pass(attempt);
        return done(attempt, "two", startedAt);
    }

    private Outcome<String> notifyParent(Attempt<Integer, String> attempt) throws Exception {
        long startedAt = now();
        work();
        RunId to = RunId.parse(attempt.labels().get("to"));
        return done(attempt, "notify", startedAt).sending(to, new Notice());
    }

    private Outcome<String> held(Attempt<Integer, String> attempt, String name, String step)
            throws Exception {
        ExternalSystem.Lane lane = lane(name, attempt.key());
        external.pass(attempt);
        external.enter(attempt, lane);
        long startedAt = now();
        work();
        external.pass(attempt);
        Outcome<String> outcome = done(attempt, step, startedAt);
        external.leave(attempt);
        return outcome;
    }

    private static ExternalSystem.Lane lane(String name, String key) {
        return switch (name) {
            case "narrow" -> new ExternalSystem.Lane(name, NARROW, 1);
            case "keyed" -> new ExternalSystem.Lane(name + " " + key, 1, 1);
            case "pooled" -> new ExternalSystem.Lane(name, POOL, POOL_SHARE);
            default -> new ExternalSystem.Lane(name, Integer.MAX_VALUE, 1);
        };
    }

    private Outcome<String> done(Attempt<Integer, String> attempt, String step, long startedAt) {
        String trail = attempt.response().map(before -> before + " " + step).orElse(step);
        long ended = now();
        return attempt.next(trail)
                .writing(tx ->
                        tx.update(
                                INSERT,
                                attempt.id().toString(),
                                step,
                                attempt.fence(),
                                node,
                                startedAt,
                                ended));
    }

    /// Mostly short, and sometimes long enough for a fault to occur in the middle.
    private static void work() throws InterruptedException {
        ThreadLocalRandom dice = ThreadLocalRandom.current();
        int millis = dice.nextInt(10) == 0 ? 200 + dice.nextInt(1_300) : dice.nextInt(15);
        boolean _ = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    }

    /// Microseconds of a clock that all processes of this machine share.
    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    record Go() {}

    record Notice() {}
}
