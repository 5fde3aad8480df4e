package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class QueueTest {
    private static final Machine<String, String> PULL = Script.machine("pull", "download record");

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Script with(QueueSettings queue) {
        return Script.of(PULL).options(o -> o.queue(queue));
    }

    /// ENG-15 a queue has a size, is first come first served, and explains what blocks a run.
    @Test
    void executesAsManyAsItsSizeInOrder() {
        with(QueueSettings.of("narrow", 2))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow
                        start c queue narrow
                        start d queue narrow
                        executing a b
                        d why QUEUE
                        a download -> throw busy
                        executing b
                        a is BACKING_OFF
                        c is QUEUED
                        b download -> finish
                        executing c
                        wait 1s
                        executing a c
                        a download -> finish
                        executing c d
                        c download -> finish
                        d download -> finish
                        """);
    }

    /// A queue may limit the rate or each key without limiting how many execute at once.
    @Test
    void explainsAQueueThatHasNoLimitOnSlots() {
        var machine =
                Machine.named("call", String.class, String.class)
                        .step("call", a -> a.next("called"))
                        .step(
                                "rest",
                                a ->
                                        a.context(String.class).isPresent()
                                                ? a.next()
                                                : a.repeatWith("rested", Duration.ofSeconds(10)))
                        .build();
        var api = QueueSettings.unlimited("api").rate(1, Duration.ofMinutes(1));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine).queue(api));
        sim.call(e -> e.start(machine.start("a").queue("api")));
        // It has held its slot for a while, so that an estimate is possible.
        sim.pass(Duration.ofSeconds(20));
        var second = sim.call(e -> e.start(machine.start("b").queue("api")));
        var third = sim.call(e -> e.start(machine.start("c").queue("api")));
        sim.settle();
        assertThat(sim.call(e -> e.why(second)).text())
                .doesNotContain("slots")
                .contains("queue 'api' has started its 1 runs per PT1M");
        assertThat(sim.call(e -> e.why(third)).text())
                .contains("number 2 in queue 'api', which has no limit on slots")
                .contains("in force: 1 per PT1M")
                .doesNotContain("0 slots");
        sim.pass(Duration.ofMinutes(5));
        assertThat(sim.engine().run(third).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// ENG-15 a queue limits the runs per key, and starts higher priorities first.
    @Test
    void limitsEachKeyAndPrefersPriorities() {
        with(QueueSettings.of("narrow", 2).perKey(1))
                .check(
                        """
                        start a queue narrow unique ALLOW
                        start a queue narrow unique ALLOW
                        executing a
                        a why KEY
                        start b queue narrow
                        start low queue narrow priority 1
                        start high queue narrow priority 9
                        executing a b
                        b download -> finish
                        executing a high
                        high download -> finish
                        executing a low
                        a download -> finish
                        executing a low
                        a download -> finish
                        low download -> finish
                        """);
    }

    /// ENG-15 never more starts per window than the rate says, also across a crash.
    @Test
    void startsNoMorePerWindowThanItsRate() {
        with(QueueSettings.of("rated", 9).rate(2, Duration.ofMinutes(1)))
                .check(
                        """
                        start a queue rated
                        start b queue rated
                        start c queue rated
                        start d queue rated
                        executing a b
                        a download -> finish
                        b download -> finish
                        c why RATE
                        wait 30s
                        crash
                        executing
                        wait 29s
                        executing
                        wait 1s
                        executing c d
                        c download -> finish
                        d download -> finish
                        """);
    }

    /// ENG-15 a queue is paused and resized while its runs continue; both survive a crash.
    @Test
    void isPausedAndResizedWhileItsRunsContinue() {
        with(QueueSettings.of("narrow", 1))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow
                        start c queue narrow
                        queue narrow pause
                        a download -> next
                        a record -> next
                        executing
                        b why QUEUE_PAUSED
                        crash
                        executing
                        queue narrow resume
                        executing b
                        queue narrow 2
                        executing b c
                        queue narrow 1
                        executing b c
                        crash
                        executing b c
                        start d queue narrow
                        b download -> finish
                        executing c
                        c download -> finish
                        executing d
                        d download -> finish
                        """);
    }

    /// ENG-16 and E1, E2: members and their order survive a crash, those that executed hold their
    /// slots, and the limit is not exceeded while runs are recovered.
    @Test
    void keepsOrderMembershipAndLimitAcrossCrashes() {
        with(QueueSettings.of("narrow", 1))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow
                        start c queue narrow priority 1
                        crash
                        executing a
                        b is QUEUED
                        crash
                        executing a
                        a download #3 CRASH -> throw busy
                        crash
                        executing
                        a is BACKING_OFF
                        wait 1s
                        executing a
                        a download -> finish
                        a is COMPLETED
                        crash
                        executing c
                        c download -> finish
                        b download -> finish
                        crash
                        executing
                        """);
    }

    /// ENG-15 a queue reports how many runs hold a slot and how many wait.
    @Test
    void reportsItsDepth() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(waiting())
                                        .queue(QueueSettings.of("narrow", 1).paused(true)));
        for (int i = 0; i < 3; i++) sim.call(e -> e.start(waiting().start("x").queue("narrow")));
        sim.settle();
        assertThat(sim.engine().queues().held("narrow")).isZero();
        assertThat(sim.engine().queues().waiting("narrow")).isEqualTo(3);
        sim.perform(e -> e.queues().pause("narrow", false));
        sim.settle();
        // A waiting run holds no slot: all three were admitted.
        assertThat(sim.engine().queues().held("narrow")).isZero();
        assertThat(sim.engine().queues().waiting("narrow")).isZero();
        sim.close();
    }

    private static Machine<String, String> waiting() {
        return Machine.named("waiting", String.class, String.class)
                .step("first", a -> a.next())
                .await("rest", w -> w.after(Duration.ofHours(1), "complete"))
                .build();
    }

    /// A run queues again after a wait, because a wait holds no slot.
    @Test
    void queuesAgainAfterAWait() {
        var machine =
                Machine.named("pull", String.class, String.class)
                        .step("ask", step("ask"))
                        .await("rest", w -> w.after(Duration.ofMinutes(1), "go"))
                        .step("go", step("go"))
                        .build();
        Script.of(machine)
                .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow
                        a ask -> next
                        executing b
                        wait 1m
                        a is QUEUED in go
                        b ask -> next
                        executing a
                        a go -> next
                        wait 1m
                        b go -> next
                        """);
    }

    /// A run queues again even if its wait is over at once, and releases the slot before.
    @Test
    void queuesAgainAfterAWaitThatIsOverAtOnce() {
        var machine =
                Machine.named("pull", String.class, String.class)
                        .step("ask", step("ask"))
                        .await("decision", w -> w.on(Approved.class, "go"))
                        .step("go", step("go"))
                        .build();
        Script.of(machine)
                .options(o -> o.queue(QueueSettings.of("narrow", 1)))
                .check(
                        """
                        start a queue narrow
                        start b queue narrow priority 1
                        send Approved a
                        a ask -> next
                        executing b
                        a is QUEUED in go
                        b ask -> next
                        a go -> next
                        cancel b
                        """);
    }

    record Approved() {}

    /// Steps hold permits while they execute, and get them in order, also across a crash.
    @Test
    void grantsPermitsInOrder() {
        var machine =
                Machine.named("use", String.class, String.class)
                        .step("two", step("two"), s -> s.permits("pool", 2))
                        .step("one", step("one"), s -> s.permits("pool", 1))
                        .build();
        Script.of(machine)
                .options(o -> o.pool(new PoolSettings("pool", 3)))
                .check(
                        """
                        start a
                        start b
                        start c
                        executing a
                        b is ACQUIRING
                        b why PERMITS
                        crash
                        executing a
                        a two -> next
                        executing a b
                        crash
                        executing a b
                        b two -> next
                        executing a b
                        a one -> next
                        executing b c
                        b one -> next
                        c two -> next
                        c one -> next
                        """);
    }

    /// A run that needs more permits than a shrunken pool has reports it, and blocks no other run.
    @Test
    void passesByARunThatNeedsMoreThanThePoolHas() {
        SimEngine[] process = new SimEngine[1];
        var large = using("large", 2, process);
        var small = using("small", 1, process);
        SimEngine sim =
                SimEngine.of(
                        stores, o -> o.machines(large, small).pool(new PoolSettings("pool", 2)));
        process[0] = sim;
        sim.call(e -> e.start(large.start("first")));
        var blocked = sim.call(e -> e.start(large.start("second")));
        var behind = sim.call(e -> e.start(small.start("third")));
        sim.perform(e -> e.pools().set(new PoolSettings("pool", 1)));
        sim.pass(Duration.ofMinutes(3));
        assertThat(sim.engine().run(behind).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.call(e -> e.why(blocked)).text())
                .contains("it needs 2 permits of pool 'pool', whose capacity was reduced to 1");
        sim.perform(e -> e.pools().set(new PoolSettings("pool", 2)));
        sim.pass(Duration.ofMinutes(3));
        assertThat(sim.engine().run(blocked).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// ENG-30 the engine counts runs by status, and reports the depth of a queue and the age of its
    /// first run.
    @Test
    void reportsCountsDepthAndAge() {
        SimEngine[] process = new SimEngine[1];
        var machine = using("use", 1, process);
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(machine)
                                        .pool(new PoolSettings("pool", 9))
                                        .queue(QueueSettings.of("narrow", 1)));
        process[0] = sim;
        assertThat(sim.call(Engine::gauges))
                .containsEntry("runs{status=\"QUEUED\"}", 0L)
                .containsEntry("queue_waiting{queue=\"narrow\"}", 0L)
                .containsEntry("queue_oldest_seconds{queue=\"narrow\"}", 0L);
        for (int i = 0; i < 3; i++) {
            sim.call(e -> e.start(machine.start("x").queue("narrow")));
            sim.pass(Duration.ofSeconds(10));
        }
        assertThat(sim.call(Engine::gauges))
                .containsEntry("runs{status=\"RUNNING\"}", 1L)
                .containsEntry("runs{status=\"QUEUED\"}", 2L)
                .containsEntry("queue_held{queue=\"narrow\"}", 1L)
                .containsEntry("queue_waiting{queue=\"narrow\"}", 2L)
                .containsEntry("queue_oldest_seconds{queue=\"narrow\"}", 20L);
        sim.close();
    }

    /// Any holder may lease permits: a lease is durable, expires, is renewed and is revoked.
    @Test
    void leasesPermitsToAnyHolder() throws InterruptedException {
        SimEngine sim =
                SimEngine.of(stores, o -> o.machines(PULL).pool(new PoolSettings("pool", 2)));
        var ask = new Pools.Request("pool", "me", 2, 0, Duration.ofSeconds(30));
        var other = new Pools.Request("pool", "you", 1, 0, Duration.ofSeconds(30));
        Lease mine = acquire(sim, ask).orElseThrow();
        assertThat(acquire(sim, other)).isEmpty();
        sim.restart();
        assertThat(sim.engine().pools().isHeld(mine)).isTrue();
        assertThat(renewed(sim, mine)).isTrue();
        sim.pass(Duration.ofMinutes(1));
        assertThat(acquire(sim, other)).isEmpty();
        sim.perform(e -> e.pools().revoke("pool", "me", Duration.ofSeconds(2)));
        assertThat(sim.engine().pools().current(mine).orElseThrow().revokedBy()).isNotNull();
        sim.pass(Duration.ofSeconds(2));
        assertThat(sim.engine().pools().isHeld(mine)).isFalse();
        Lease yours = acquire(sim, other).orElseThrow();
        assertThat(yours.epoch()).isGreaterThan(mine.epoch());
        sim.pass(Duration.ofSeconds(30));
        assertThat(sim.engine().pools().leases("pool")).isEmpty();
        assertThat(renewed(sim, yours)).isFalse();
        sim.close();
    }

    /// A lease ends on time even if the clock goes back at that moment.
    @Test
    void endsALeaseThoughTheClockGoesBack() throws InterruptedException {
        SimEngine sim =
                SimEngine.of(stores, o -> o.machines(PULL).pool(new PoolSettings("pool", 1)));
        assumeThat(sim.store().cluster())
                .as("nodes that share a store go by clocks that do not go back")
                .isEmpty();
        var ask = new Pools.Request("pool", "me", 1, 0, Duration.ofSeconds(30));
        assertThat(acquire(sim, ask)).isPresent();
        sim.until(() -> sim.host().tasks().contains("take-back"));
        sim.host().clockJump(Duration.ofSeconds(-10));
        sim.settle();
        assertThat(sim.engine().pools().leases("pool")).isEmpty();
        sim.close();
    }

    private static boolean renewed(SimEngine sim, Lease lease) {
        return sim.call(e -> e.pools().renew(lease, Duration.ofMinutes(5)));
    }

    private static Optional<Lease> acquire(SimEngine sim, Pools.Request request)
            throws InterruptedException {
        return sim.call(e -> e.pools().acquire(request, sim.host().now().plusSeconds(1)));
    }

    /// A run whose permits are revoked stops its body, and continues when it gets new ones.
    @Test
    void stopsABodyWhosePermitsAreRevoked() {
        SimEngine[] process = new SimEngine[1];
        var machine = using("use", 1, process);
        SimEngine sim =
                SimEngine.of(stores, o -> o.machines(machine).pool(new PoolSettings("pool", 1)));
        process[0] = sim;
        var id = sim.call(e -> e.start(machine.start("x")));
        sim.pass(Duration.ofSeconds(1));
        sim.perform(e -> e.pools().set(new PoolSettings("pool", 0)));
        sim.perform(e -> e.pools().revoke("pool", id.toString(), Duration.ofSeconds(1)));
        sim.pass(Duration.ofSeconds(2));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.ACQUIRING);
        assertThat(sim.engine().pools().leases("pool")).isEmpty();
        sim.perform(e -> e.pools().set(new PoolSettings("pool", 1)));
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    private static Machine<String, String> using(String name, int permits, SimEngine[] process) {
        return Machine.named(name, String.class, String.class)
                .step(
                        "use",
                        a -> {
                            var until = a.now().plusSeconds(60);
                            process[0].host().await(new dev.pawl.engine.Signal(), until);
                            return a.next("used");
                        },
                        s -> s.permits("pool", permits))
                .build();
    }
}
