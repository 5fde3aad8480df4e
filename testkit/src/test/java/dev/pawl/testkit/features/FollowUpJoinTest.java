package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A parent that joins its children also waits for the runs that follow them, in whichever order
/// their messages arrive.
final class FollowUpJoinTest {
    private static final int SEEDS = 100;

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
    void waitsForEveryFollowUpRunWhereverTheProcessCrashes() {
        for (long seed = 1; seed <= 4; seed++) {
            CrashMatrix.of(parent, "go")
                    .options(this::registerOthers)
                    .seed(seed)
                    .fresh(this::clear)
                    .observing("done", () -> done)
                    .invariant("no join is met early", () -> assertThat(early).isEmpty())
                    .comparing(run -> run.machine() + " " + run.status())
                    .within(Duration.ofMinutes(10))
                    .check();
        }
    }

    /// Each attempt needs a permit, which any node may grant and then executes the run.
    @Test
    void waitsForFollowUpRunsOfOtherNodes() {
        for (long seed = 1; seed <= SEEDS; seed++) {
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

    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    private static MachineBuilder<String, String> passing(String name) {
        return named(name).step("a", a -> a.next(a.request()), s -> s.permits("pool", 1));
    }
}
