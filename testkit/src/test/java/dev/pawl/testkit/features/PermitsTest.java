package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ListPools;
import dev.pawl.engine.control.ControlRequest.ListQueues;
import dev.pawl.engine.control.ControlRequest.ReleasePermits;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Permits are free again when their use ends, however the definition changes meanwhile.
final class PermitsTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final Filter WORK = Filter.ALL.machine("work");

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final List<EngineEvent> heard = new ArrayList<>();
    private SimEngine sim;
    private boolean finishing;

    /// What the next version says about the step that the process died in.
    enum Version {
        SAME(1) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("use", t::use, s -> s.permits("db", 1).recovery(MANY));
            }
        },
        MORE(2) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("use", t::use, s -> s.permits("db", 2).recovery(MANY));
            }
        },
        WITHOUT(3) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("use", t::use, s -> s.recovery(MANY));
            }
        },
        OTHER_POOL(4) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("use", t::use, s -> s.permits("net", 1).recovery(MANY));
            }
        },
        REMOVED(5) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("elsewhere", t::use);
            }
        },
        RENAMED(6) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step(
                        "apply", t::use, s -> s.permits("db", 1).formerly("use").recovery(MANY));
            }
        },
        RENAMED_WITHOUT(7) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.step("apply", t::use, s -> s.formerly("use").recovery(MANY));
            }
        },
        A_WAIT(8) {
            @Override
            MachineBuilder<String, String> add(MachineBuilder<String, String> to, PermitsTest t) {
                return to.await("use", w -> w.after(Duration.ofDays(1), "done"));
            }
        };

        static final Recovery MANY = Recovery.repeatBody().crashes(1_000);
        private final int number;

        Version(int number) {
            this.number = number;
        }

        abstract MachineBuilder<String, String> add(
                MachineBuilder<String, String> to, PermitsTest test);

        Machine<String, String> machine(PermitsTest test) {
            var builder = Machine.named("work", String.class, String.class).version(number);
            return add(builder, test).step("done", a -> a.next("done")).build();
        }
    }

    private Outcome<String> use(Attempt<String, String> attempt) throws InterruptedException {
        if (!finishing) sim.host().await(new Signal(), Instant.MAX);
        return attempt.next("used");
    }

    private Consumer<EngineOptions> options(Machine<?, ?> machine) {
        return o ->
                o.machines(machine)
                        .pool(new PoolSettings("db", 2))
                        .pool(new PoolSettings("net", 2))
                        .listener(heard::add);
    }

    private SimEngine opened(Version version) {
        sim = SimEngine.of(stores, options(version.machine(this)));
        return sim;
    }

    private void deployed(Version version) {
        sim.crash();
        sim.open(options(version.machine(this)));
        sim.settle();
    }

    private List<Lease> leases() {
        List<Lease> all = new ArrayList<>(sim.engine().pools().leases("db"));
        all.addAll(sim.engine().pools().leases("net"));
        return all;
    }

    /// A run of the first version holds a permit when the process dies, under each next version,
    /// and is then finished or cancelled.
    @ParameterizedTest
    @EnumSource(Version.class)
    void freesTheLeaseOfARunWhateverTheNextVersionSays(Version next) throws Exception {
        for (boolean cancels : new boolean[] {true, false}) {
            finishing = false;
            opened(Version.SAME);
            RunId id = sim.call(e -> e.start(Version.SAME.machine(this).start("x")));
            sim.settle();
            assertThat(leases()).extracting(Lease::holder).containsExactly(id.toString());
            finishing = !cancels;

            deployed(next);
            boolean parks = next == Version.REMOVED;
            assertThat(sim.engine().run(id).status() == RunStatus.PARKED).isEqualTo(parks);
            if (parks) assertThat(leases()).isEmpty();
            if (cancels || parks)
                sim.perform(e -> e.operators().order(id, new Command.Cancel(), ME));
            sim.pass(Duration.ofDays(2));

            assertThat(sim.engine().run(id).status())
                    .isEqualTo(cancels || parks ? RunStatus.CANCELLED : RunStatus.COMPLETED);
            assertThat(leases()).isEmpty();
            assertThat(sim.store().verify()).isEmpty();
            assertThat(acquire("db")).isPresent();
            assertThat(heard).noneMatch(EngineEvent.LeaseDropped.class::isInstance);
            sim.close();
        }
    }

    private Optional<Lease> acquire(String pool) throws InterruptedException {
        var all = new Pools.Request(pool, "me", 2, 0, Duration.ofSeconds(30));
        return sim.call(e -> e.pools().acquire(all, sim.host().now().plusSeconds(1)));
    }

    /// Runs wait for and hold permits while the process is killed and redeployed repeatedly, each
    /// time in a random version. At the end no permit is held.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void leavesNoLeaseAfterAnySequenceOfKillsAndVersions(long seed) throws Exception {
        RandomGenerator random = new SplittableRandom(seed);
        Version[] versions = Version.values();
        opened(Version.SAME);
        Version version = Version.SAME;
        for (int round = 0; round < 12; round++) {
            Machine<String, String> machine = version.machine(this);
            for (int i = random.nextInt(4); i > 0; i--) sim.call(e -> e.start(machine.start("x")));
            finishing = random.nextInt(3) == 0;
            sim.pass(Duration.ofSeconds(random.nextInt(100)));
            if (random.nextBoolean()) cancelOne(random);
            for (String pool : List.of("db", "net")) {
                int out = 0;
                for (Lease lease : sim.engine().pools().leases(pool)) out += lease.count();
                assertThat(out).as("seed %d: permits of %s", seed, pool).isLessThanOrEqualTo(2);
            }
            version = versions[random.nextInt(versions.length)];
            deployed(version);
            assertThat(sim.store().verify()).as("seed %d", seed).isEmpty();
        }
        finishing = true;
        deployed(version);
        sim.perform(e -> e.operators().orderAll(WORK.live(), new Command.Cancel(), ME));
        sim.pass(Duration.ofDays(2));
        assertThat(sim.engine().count(WORK.live())).as("seed %d", seed).isZero();
        assertThat(leases()).as("seed %d", seed).isEmpty();
        assertThat(acquire("db")).as("seed %d", seed).isPresent();
        assertThat(acquire("net")).as("seed %d", seed).isPresent();
        assertThat(heard).noneMatch(EngineEvent.LeaseDropped.class::isInstance);
        sim.close();
    }

    private void cancelOne(RandomGenerator random) {
        var live = sim.engine().runs(WORK.live(), Page.oldest(100));
        if (live.isEmpty()) return;
        RunId id = live.get(random.nextInt(live.size())).id();
        sim.perform(e -> e.operators().order(id, new Command.Cancel(), ME));
    }

    private static NamedDocument leaked(String holder) {
        Lease lease = new Lease("db", holder, 2, 7, null, null);
        return new NamedDocument(
                NamedDocument.Kind.PERMIT, "db/" + holder, JsonCodec.JSON.encode(lease));
    }

    /// `verify` finds a lease that an earlier version left; the next start drops and reports it.
    @Test
    void dropsAndReportsALeaseThatNoRunUses() throws Exception {
        opened(Version.SAME);
        finishing = true;
        RunId ended = sim.call(e -> e.start(Version.SAME.machine(this).start("x")));
        sim.settle();
        sim.store().commit(Commit.of(leaked(ended.toString())));
        assertThat(sim.store().verify())
                .singleElement()
                .asString()
                .contains(ended.toString(), "pool 'db'", "pawl pools release db " + ended);

        deployed(Version.SAME);
        assertThat(heard)
                .filteredOn(EngineEvent.LeaseDropped.class::isInstance)
                .singleElement()
                .satisfies(one -> {
                    var dropped = (EngineEvent.LeaseDropped) one;
                    assertThat(dropped.lease().holder()).isEqualTo(ended.toString());
                    assertThat(dropped.reason()).contains("COMPLETED");
                });
        assertThat(sim.store().verify()).isEmpty();
        assertThat(acquire("db")).isPresent();
        sim.close();
    }

    /// An operator releases permits that no run uses, and cannot take those that a run uses.
    @Test
    void releasesALeaseThatIsNotInUse() throws Exception {
        opened(Version.SAME);
        RunId using = sim.call(e -> e.start(Version.SAME.machine(this).start("x")));
        sim.settle();
        Control control = Control.of(sim.engine());
        String holder = using.toString();
        assertThatThrownBy(() -> sim.call(_ -> control.execute(new ReleasePermits("db", holder))))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("run " + holder)
                .hasMessageContaining("cancel or pause the run");
        assertThatThrownBy(
                        () -> sim.call(_ -> control.execute(new ReleasePermits("db", "unknown"))))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("'unknown' holds no permits of pool 'db'")
                .hasMessageContaining(holder);
        assertThatThrownBy(() -> sim.call(_ -> control.execute(new ReleasePermits("bd", holder))))
                .isInstanceOf(Refused.UnknownPool.class)
                .hasMessageContaining("db, net");
        var ask = new Pools.Request("net", "outside", 2, 0, Duration.ofDays(9));
        sim.call(e -> {
            try {
                return e.pools().acquire(ask, sim.host().now().plusSeconds(1));
            } catch (InterruptedException e2) {
                throw new AssertionError(e2);
            }
        });
        Lease freed = sim.call(_ -> control.execute(new ReleasePermits("net", "outside")));
        assertThat(freed.count()).isEqualTo(2);
        assertThat(sim.engine().pools().leases("net")).isEmpty();
        assertThat(acquire("net")).isPresent();
        sim.pass(Duration.ofMinutes(1));
        assertThatThrownBy(() -> sim.call(_ -> control.execute(new ReleasePermits("net", "me"))))
                .as("a lease that has expired")
                .isInstanceOf(Refused.class)
                .hasMessageContaining("'me' holds no permits of pool 'net' (held by: none)");
        sim.perform(e -> e.operators().order(using, new Command.Cancel(), ME));
        sim.settle();
        sim.close();
    }

    /// Limits that code declares and the store overrides are reported, and shown beside the current
    /// ones.
    @Test
    void reportsLimitsThatTheStoreOverrides() {
        Machine<String, String> machine = Version.SAME.machine(this);
        var declared = QueueSettings.of("narrow", 4);
        sim = SimEngine.of(stores, options(machine).andThen(o -> o.queue(declared)));
        sim.perform(e -> e.queues().resize("narrow", 9));
        sim.perform(e -> e.pools().set(new PoolSettings("db", 5)));
        assertThat(heard).noneMatch(EngineEvent.LimitsOverridden.class::isInstance);
        sim.crash();
        var later = QueueSettings.of("narrow", 6).perKey(1);
        sim.open(options(machine).andThen(o -> o.queue(later)));
        assertThat(heard)
                .filteredOn(EngineEvent.LimitsOverridden.class::isInstance)
                .containsExactlyInAnyOrder(
                        new EngineEvent.LimitsOverridden("pool", "db", "capacity 2", "capacity 5"),
                        new EngineEvent.LimitsOverridden(
                                "queue", "narrow", "concurrency 6, 1 per key", "concurrency 9"));
        Control control = Control.of(sim.engine());
        assertThat(control.execute(new ListQueues()).getFirst().declared()).isEqualTo(later);
        assertThat(control.execute(new ListPools()).getFirst().declared())
                .isEqualTo(new PoolSettings("db", 2));
        assertThat(control.execute(new ListPools()).getLast().declared()).isNull();
        sim.perform(e -> e.queues().set(later.paused(true)));
        assertThat(control.execute(new ListQueues()).getFirst().declared()).isNull();
        sim.close();
    }
}
