package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What follows a run: machines named with `then`, for which the parent of the run waits too, and
/// the next one in the line of a key.
final class FollowTest {
    private static final By ME = new By("ana", "because");

    private static final Machine<String, String> LAST =
            Machine.named("last", String.class, String.class)
                    .step("z", a -> a.next(a.request() + " followed"))
                    .build();

    private static final int SEEDS = 6;
    private static final int EVERY = Rounds.areTimed() ? 1 : 7;
    private static final int SEEDS_OF_NODES = 100;

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    // What the slow follow-up runs have done, and the joins that were met before that.
    private final Set<String> done = new TreeSet<>();
    private final List<String> early = new ArrayList<>();

    private final Machine<String, String> slow =
            named("slow")
                    .step("a", a -> a.next(a.request()))
                    .await("w", w -> w.after(Duration.ofSeconds(1), "z"))
                    .step(
                            "z",
                            a -> {
                                done.add(a.request());
                                return a.next();
                            })
                    .build();
    private final Machine<String, String> fast = passing("fast").build();
    private final Machine<String, String> faster = passing("faster").build();

    /// One follow-up run, which has several itself.
    private final Machine<String, String> middle =
            passing("middle")
                    .then(fast, r -> r)
                    .then(faster, r -> r)
                    .then(slow, r -> r + " middle")
                    .build();

    private final Machine<String, String> single =
            passing("single").then(middle, r -> r + " single").build();
    private final Machine<String, String> several =
            passing("several")
                    .then(fast, r -> r)
                    .then(faster, r -> r)
                    .then(middle, r -> r + " several")
                    .then(slow, r -> r + " several")
                    .build();

    /// The join is met before the parent starts other children, and again by those.
    private final Machine<String, String> parent =
            named("parent")
                    .step("split", a -> a.next().starting(several.start("x")))
                    .await("joined", w -> w.children(Join.all(), "again"))
                    .step(
                            "again",
                            a -> {
                                met("first", 2);
                                Outcome<String> next = a.next();
                                return next.starting(single.start("y"), several.start("z"));
                            })
                    .await("joined-again", w -> w.children(Join.all(), "last"))
                    .step(
                            "last",
                            a -> {
                                met("second", 5);
                                return a.next();
                            })
                    .build();

    /// However a run completes, its follower starts exactly once, despite crashes.
    @Test
    void everyCompletionIsFollowed() {
        var byAnswer = named("answer").step("a", a -> a.next("done")).then(LAST, r -> r).build();
        var byTimer =
                named("timer")
                        .step("a", a -> a.next("done"))
                        .await("w", w -> w.after(Duration.ofSeconds(5), "complete"))
                        .then(LAST, r -> r)
                        .build();
        var afterCleanup =
                named("cleaned")
                        .step("a", a -> a.next("done"))
                        .cleanup(a -> a.next(), c -> c.always())
                        .then(LAST, r -> r)
                        .build();
        for (var machine : List.of(byAnswer, byTimer, afterCleanup)) {
            CrashMatrix.of(machine, "x")
                    .with(LAST)
                    .comparing(run -> run.machine() + " " + run.data().response())
                    .check();
            SimEngine sim = SimEngine.of(machine, LAST);
            sim.call(e -> e.start(machine.start("x")));
            sim.pass(Duration.ofMinutes(1));
            assertThat(responses(sim)).containsExactly("\"done\"", "\"done followed\"");
            sim.close();
        }
    }

    /// An event, an operator's go-to and a skip complete a run as well as its body does.
    @Test
    void isFollowedAfterAnEventAndAfterOrders() {
        var machine =
                named("ordered")
                        .step("a", a -> a.next("done"))
                        .await("w", w -> w.on(Go.class, "complete"))
                        .then(LAST, r -> r)
                        .build();
        SimEngine sim = SimEngine.of(machine, LAST);
        List<RunId> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) ids.add(sim.call(e -> e.start(machine.start("x"))));
        sim.settle();
        sim.perform(e -> e.send(ids.get(0), new Go()));
        sim.perform(e -> e.operators().order(ids.get(1), new Command.GoTo("complete"), ME));
        sim.perform(e -> e.operators().order(ids.get(2), new Command.Skip(), ME));
        sim.pass(Duration.ofSeconds(1));
        assertThat(sim.engine().count(Filter.ALL.machine("last").status(RunStatus.COMPLETED)))
                .isEqualTo(3);
        sim.close();
    }

    /// A machine without a result is followed too.
    @Test
    void isFollowedWithoutAResponse() {
        var machine =
                Machine.named("silent", String.class, Void.class)
                        .step("a", a -> a.next())
                        .then(LAST, _ -> "silence")
                        .build();
        SimEngine sim = SimEngine.of(machine, LAST);
        sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        assertThat(responses(sim)).contains("\"silence followed\"");
        sim.close();
    }

    /// If its follower cannot be started, the run is parked, and its work is not repeated.
    @Test
    void parksARunWhoseFollowerCannotBeStarted() {
        List<String> bodies = new ArrayList<>();
        var machine =
                named("stuck")
                        .step(
                                "a",
                                a -> {
                                    bodies.add("a");
                                    return a.next("done");
                                })
                        .then(LAST, r -> bodies.size() == 1 ? broken() : r)
                        .build();
        SimEngine sim = SimEngine.of(machine, LAST);
        RunId id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        Why why = sim.call(e -> e.why(id));
        assertThat(why.status()).isEqualTo(RunStatus.PARKED);
        assertThat(why.causes().getFirst().text())
                .contains("what follows it could not be started", "no such image");
        bodies.add("mended");
        sim.perform(e -> e.operators().order(id, new Command.RetryNow(), ME));
        sim.pass(Duration.ofSeconds(1));
        assertThat(responses(sim)).containsExactly("\"done\"", "\"done followed\"");
        assertThat(bodies).containsExactly("a", "mended");
        sim.close();
    }

    /// One run of a key at a time, also when one in the middle of the line is cancelled or
    /// replaced.
    @Test
    void theRunsOfAKeyContinueWhenOneLeavesTheLine() {
        for (Uniqueness policy : List.of(Uniqueness.QUEUE_BEHIND, Uniqueness.REPLACE)) {
            List<String> order = new ArrayList<>();
            var machine =
                    named("line")
                            .step(
                                    "a",
                                    a -> {
                                        order.add(a.request() + " starts");
                                        return a.next();
                                    })
                            .await("w", w -> w.on(Go.class, "complete"))
                            .unique(Uniqueness.QUEUE_BEHIND)
                            .build();
            SimEngine sim = SimEngine.of(machine);
            RunId a = sim.call(e -> e.start(machine.start("A").key("k")));
            sim.settle();
            RunId b = sim.call(e -> e.start(machine.start("B").key("k")));
            RunId c = sim.call(e -> e.start(machine.start("C").key("k").unique(policy)));
            sim.settle();
            if (policy == Uniqueness.QUEUE_BEHIND) {
                sim.perform(e -> e.operators().order(b, new Command.Cancel(), ME));
            }
            sim.settle();
            sim.restart();
            sim.settle();
            assertThat(order).as("%s", policy).containsExactly("A starts");
            assertThat(sim.call(e -> e.why(c)).causes().getFirst().blocking()).isEqualTo(a);
            sim.perform(e -> e.send(a, new Go()));
            sim.settle();
            assertThat(order).containsExactly("A starts", "C starts");
            sim.close();
        }
    }

    private static String broken() {
        throw new IllegalStateException("no such image");
    }

    private void met(String join, int expected) {
        if (done.size() != expected) early.add(join + " " + done);
    }

    @Test
    void waitsForEveryFollowUpRunInAnyOrderOfTasks() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimEngine sim = new SimEngine(new SimHost(seed), stores, this::register);
            sim.open();
            RunId id = sim.call(e -> e.start(parent.start("go")));
            sim.pass(Duration.ofMinutes(5));
            check(sim, id, seed);
            sim.close();
        }
    }

    @Test
    @Tag("volume")
    void waitsForEveryFollowUpRunWhereverTheProcessCrashes() {
        CrashMatrix.of(parent, "go")
                .every(EVERY)
                .options(this::registerOthers)
                .fresh(this::clear)
                .observing("done", () -> done)
                .invariant("no join is met early", () -> assertThat(early).isEmpty())
                .comparing(run -> run.machine() + " " + run.status())
                .within(Duration.ofMinutes(10))
                .check();
    }

    /// Each attempt needs a permit, which any node may grant and then executes the run.
    @Test
    void waitsForFollowUpRunsOfOtherNodes() {
        for (long seed = 1; seed <= SEEDS_OF_NODES; seed++) {
            SimHost time = new SimHost(seed);
            MemoryDisk disk = MemoryDisk.shared(time::now);
            List<SimEngine> nodes = new ArrayList<>();
            for (String name : List.of("a", "b", "c")) {
                Consumer<EngineOptions> options = o -> register(o.node(name));
                SimEngine node = new SimEngine(time.peer(name), on(disk), options);
                node.open();
                nodes.add(node);
            }
            RunId id = nodes.getFirst().call(e -> e.start(parent.start("go")));
            nodes.getFirst().pass(Duration.ofMinutes(10));
            check(nodes.getFirst(), id, seed);
            nodes.forEach(SimEngine::close);
            assertThat(MemoryStore.on(disk).verify()).isEmpty();
        }
    }

    private void check(SimEngine sim, RunId id, long seed) {
        assertThat(early).as("seed %d", seed).isEmpty();
        assertThat(sim.store().run(id).orElseThrow().status())
                .as("seed %d", seed)
                .isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.store().messages(10)).as("seed %d", seed).isEmpty();
        clear();
    }

    private void clear() {
        done.clear();
        early.clear();
    }

    private void register(EngineOptions options) {
        options.machines(parent);
        registerOthers(options);
    }

    private void registerOthers(EngineOptions options) {
        options.machines(several, single, middle, slow, fast, faster);
        options.pool(new PoolSettings("pool", 2));
    }

    private static StoreFactory on(MemoryDisk disk) {
        return new StoreFactory() {
            @Override
            public Store open() {
                return MemoryStore.on(disk);
            }

            @Override
            public Store reopen(Store before) {
                return MemoryStore.on(disk);
            }
        };
    }

    private static MachineBuilder<String, String> passing(String name) {
        return named(name).step("a", a -> a.next(a.request()), s -> s.permits("pool", 1));
    }

    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    private static List<String> responses(SimEngine sim) {
        List<Run> runs = sim.engine().runs(Filter.ALL, Page.oldest(10));
        assertThat(runs).isNotEmpty().allMatch(run -> run.status() == RunStatus.COMPLETED);
        return runs.stream().map(run -> String.valueOf(run.data().response())).toList();
    }

    record Go() {}
}
