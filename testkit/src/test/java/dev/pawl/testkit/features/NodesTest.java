package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Operators;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// ENG-33: nodes that share a store, in virtual time.
final class NodesTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Operators.By ME = new Operators.By("me", "a test");

    private final SimHost time = new SimHost(0);
    private final MemoryDisk disk = MemoryDisk.shared(time::now);
    private final List<EngineEvent> heard = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private final List<SimEngine> nodes = new ArrayList<>();

    @AfterEach
    void theStoreIsConsistent() {
        for (SimEngine node : nodes) if (node.isAlive()) node.close();
        assertThat(MemoryStore.on(disk).verify()).isEmpty();
    }

    private SimEngine node(String name, Consumer<EngineOptions> options) {
        return node(name, StoreFaults.NONE, options);
    }

    private SimEngine node(String name, StoreFaults faults, Consumer<EngineOptions> options) {
        StoreFactory stores =
                new StoreFactory() {
                    @Override
                    public Store open() {
                        return MemoryStore.on(disk);
                    }

                    @Override
                    public Store reopen(Store before) {
                        return MemoryStore.on(disk);
                    }
                };
        Consumer<EngineOptions> all =
                chosen -> options.accept(chosen.node(name).lease(LEASE, BEAT).listener(heard::add));
        SimEngine node = new SimEngine(time.peer(name), stores, all).faults(faults);
        nodes.add(node);
        node.open();
        node.settle();
        return node;
    }

    /// A machine whose one body takes `time` on whichever node executes it.
    private Machine<String, String> slow(SimHost[] host, Duration takes) {
        return named("slow")
                .step(
                        "work",
                        a -> {
                            bodies.add(a.replay() + " " + a.fence());
                            SimHost here = host[0];
                            here.await(new Signal(), here.now().plus(takes));
                            return a.next("done");
                        })
                .build();
    }

    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    private Run run(RunId id) {
        return MemoryStore.on(disk).run(id).orElseThrow();
    }

    private <T extends EngineEvent> List<T> heard(Class<T> type) {
        return heard.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Starts a run that takes a minute on the first of two nodes.
    private RunId startOnFirst(SimHost[] first, SimHost[] second) {
        Machine<String, String> here = slow(first, Duration.ofMinutes(1));
        Machine<String, String> there = slow(second, Duration.ofMinutes(1));
        SimEngine one = node("one", o -> o.machines(here));
        first[0] = one.host();
        SimEngine two = node("two", o -> o.machines(there));
        second[0] = two.host();
        RunId id = one.call(e -> e.start(here.start("x")));
        one.settle();
        return id;
    }

    @Test
    void theRunsOfADeadNodeContinueElsewhereAtTheEndOfItsLease() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        RunId id = startOnFirst(first, second);
        nodes.getFirst().crash();
        time.runFor(Duration.ofSeconds(25));
        assertThat(bodies).hasSize(1);
        time.runFor(Duration.ofSeconds(10));
        assertThat(bodies).hasSize(2).last().asString().startsWith("CRASH");
        assertThat(run(id).progress().crashes()).isEqualTo(1);
        time.runFor(Duration.ofMinutes(2));
        assertThat(run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(heard(EngineEvent.TakenOver.class)).hasSize(1);
    }

    @Test
    void aNodeThatClosesKeepsItsLeaseUntilItsLastBodyHasEnded() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        Machine<String, String> here = slow(first, Duration.ofMinutes(1));
        Machine<String, String> there = slow(second, Duration.ofMinutes(1));
        SimEngine one = node("one", o -> o.machines(here).drain(Duration.ofMinutes(2)));
        first[0] = one.host();
        second[0] = node("two", o -> o.machines(there)).host();
        RunId id = one.call(e -> e.start(here.start("x")));
        one.settle();
        one.close();
        assertThat(run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bodies).hasSize(1);
        assertThat(heard(EngineEvent.LeaseLost.class)).isEmpty();
        assertThat(heard(EngineEvent.Joined.class)).hasSize(2);
    }

    @Test
    void aNodeThatIsClosedHandsOverAtOnce() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        RunId id = startOnFirst(first, second);
        nodes.getFirst().close();
        nodes.getLast().settle();
        time.runFor(Duration.ofSeconds(1));
        assertThat(bodies).hasSize(2);
        assertThat(run(id).progress().crashes()).isZero();
        assertThat(MemoryStore.on(disk).documents(NamedDocument.Kind.REPORT)).hasSize(2);
        time.runFor(Duration.ofMinutes(2));
        assertThat(run(id).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aNodeThatWasStoppedTooLongLosesItsRunsAndJoinsAgain() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        RunId id = startOnFirst(first, second);
        first[0].suspend(Duration.ofSeconds(50));
        time.runFor(Duration.ofSeconds(51));
        assertThat(bodies).hasSize(2);
        assertThat(heard(EngineEvent.LeaseLost.class)).hasSize(1);
        assertThat(heard(EngineEvent.Joined.class)).hasSize(3);
        assertThat(run(id).progress().crashes()).isEqualTo(1);
        time.runFor(Duration.ofMinutes(2));
        // The outcome of the body that was stopped is ignored.
        assertThat(run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bodies).hasSize(2);
        List<Member> live = nodes.getFirst().engine().nodes();
        assertThat(live).filteredOn(Member::isLive).hasSize(2);
    }

    @Test
    void aNodeThatCannotExtendItsLeaseStopsInTimeAlthoughItsClockWasSetBack() {
        SimHost[] first = new SimHost[1];
        boolean[] hangs = new boolean[1];
        StoreFaults hanging =
                new StoreFaults() {
                    @Override
                    public void reading() {
                        if (hangs[0]) first[0].pause(Duration.ofMinutes(5));
                    }
                };
        Machine<String, String> slow = slow(first, Duration.ofMinutes(10));
        SimEngine one = node("one", hanging, o -> o.machines(slow));
        first[0] = one.host();
        SimEngine two = node("two", _ -> {});
        one.perform(e -> e.start(slow.start("x")));
        one.settle();
        // The next heartbeat shows other settings, and the node hangs when it reads them.
        two.perform(e -> e.pools().set(new PoolSettings("other", 1)));
        hangs[0] = true;
        time.runFor(BEAT.plusSeconds(1));
        first[0].clockJump(Duration.ofHours(-1));
        assertThat(heard(EngineEvent.LeaseLost.class)).isEmpty();
        time.runFor(LEASE);
        assertThat(heard(EngineEvent.LeaseLost.class)).hasSize(1);
        hangs[0] = false;
        time.runFor(Duration.ofMinutes(20));
    }

    @Test
    void aStartAtTheEndOfAnEpochIsMadeInTheNext() {
        SimHost[] first = new SimHost[1];
        startOnFirst(first, new SimHost[] {time});
        first[0].suspend(Duration.ofSeconds(50));
        time.runFor(Duration.ofSeconds(49));
        Machine<String, String> here = slow(first, Duration.ofMinutes(1));
        RunId[] id = new RunId[1];
        nodes.getFirst().perform(e -> id[0] = e.start(here.start("y")));
        time.runFor(Duration.ofSeconds(10));
        assertThat(heard(EngineEvent.LeaseLost.class)).hasSize(1);
        assertThat(run(id[0]).status()).isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void aRestartUnderTheSameNameDoesNotWaitForTheLease() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        startOnFirst(first, second);
        nodes.getFirst().restart();
        nodes.getFirst().settle();
        assertThat(bodies).hasSize(2);
    }

    @Test
    void anOrderReachesABodyOnAnotherNode() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        RunId id = startOnFirst(first, second);
        Why why = nodes.getLast().call(e -> e.why(id));
        assertThat(why.text()).contains("executes on node one");
        Operators.Plan plan =
                nodes.getLast()
                        .call(e ->
                                e.operators()
                                        .orderAll(Filter.ALL, new Command.Cancel(), ME)
                                        .getFirst());
        assertThat(plan.effect()).isEqualTo(Operators.Plan.Effect.STOPS_BODY);
        time.runFor(Duration.ofSeconds(1));
        assertThat(run(id).status()).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void fencingNumbersGrow() {
        SimHost[] first = new SimHost[1];
        SimHost[] second = new SimHost[1];
        startOnFirst(first, second);
        first[0].suspend(Duration.ofSeconds(50));
        time.runFor(Duration.ofSeconds(51));
        List<Long> fences =
                bodies.stream().map(b -> Long.parseLong(b.replaceAll("\\D", ""))).toList();
        assertThat(fences).hasSize(2).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aKeyIsTakenInTheWholeCluster() {
        Machine<String, String> waits =
                named("waits")
                        .await("long", w -> w.after(Duration.ofMinutes(5), "end"))
                        .step("end", a -> a.next("done"))
                        .build();
        SimEngine one = node("one", o -> o.machines(waits));
        SimEngine two = node("two", o -> o.machines(waits));
        List<RunId> ids = new ArrayList<>();
        for (SimEngine node : List.of(one, two, one, two)) {
            Engine engine = node.engine();
            node.host()
                    .start(
                            "client",
                            () ->
                                    ids.add(
                                            engine.start(
                                                    waits.start("x")
                                                            .key("k")
                                                            .unique(Uniqueness.ATTACH))));
        }
        time.runFor(Duration.ofSeconds(1));
        assertThat(ids).hasSize(4);
        assertThat(ids.stream().distinct()).hasSize(1);
    }

    @Test
    void aRunGoesToANodeThatCanExecuteIt() {
        Machine<String, String> easy = named("easy").step("a", a -> a.next("easy")).build();
        Machine<String, String> rare = named("rare").step("a", a -> a.next("rare")).build();
        SimEngine one = node("one", o -> o.machines(easy));
        SimEngine two = node("two", o -> o.machines(rare));
        RunId id = two.call(e -> e.start(rare.start("x").delay(Duration.ofSeconds(40))));
        two.crash();
        time.runFor(Duration.ofMinutes(2));
        Why why = one.call(e -> e.why(id));
        assertThat(why.causes())
                .extracting(Why.Cause::kind)
                .contains(Why.Cause.Kind.MISSING_DEFINITION);
        assertThat(why.text()).contains("no live node knows machine 'rare' (live: one)");
        two.open();
        time.runFor(Duration.ofSeconds(1));
        assertThat(run(id).status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void oldAndNewVersionsRunSideBySide() {
        SimEngine old = node("old", o -> o.machines(version(1, "wait")));
        RunId id = old.call(e -> e.start(version(1, "wait").start("x")));
        SimEngine young = node("new", o -> o.machines(version(2, "pause")));
        RunId other = young.call(e -> e.start(version(2, "pause").start("x")));
        time.runFor(Duration.ofMinutes(10));
        // Events arrive at the other node, and do not move a run to another definition.
        young.perform(e -> e.send(id, new Go()));
        old.perform(e -> e.send(other, new Go()));
        time.runFor(Duration.ofSeconds(15));
        assertThat(run(id).data().response()).hasToString("\"by 1\"");
        assertThat(run(other).data().response()).hasToString("\"by 2\"");
        RunId last = old.call(e -> e.start(version(1, "wait").start("x")));
        old.close();
        young.settle();
        time.runFor(Duration.ofSeconds(15));
        young.perform(e -> e.send(last, new Go()));
        time.runFor(Duration.ofSeconds(1));
        assertThat(run(last).origin().machine().version()).isEqualTo(2);
        assertThat(run(last).data().response()).hasToString("\"by 2\"");
    }

    /// The old node does not know yet that another one has the run's definition.
    @Test
    void aRunOfTheNewVersionStaysWithIt() {
        SimEngine old = node("old", o -> o.machines(version(1, "wait")));
        old.host().suspend(Duration.ofSeconds(5));
        SimEngine young = node("new", o -> o.machines(version(2, "pause")));
        RunId id = young.call(e -> e.start(version(2, "pause").start("x")));
        old.perform(e -> e.send(id, new Go()));
        time.runFor(Duration.ofSeconds(15));
        assertThat(run(id).origin().machine().version()).isEqualTo(2);
        assertThat(run(id).data().response()).hasToString("\"by 2\"");
    }

    private static Machine<String, String> version(int number, String state) {
        return named("grows")
                .version(number)
                .await(
                        state,
                        w -> {
                            if (number > 1) w.formerly("wait");
                            w.on(Go.class, "report");
                        })
                .step("report", a -> a.next("by " + number))
                .build();
    }

    @Test
    void limitsHoldForTheWholeCluster() {
        int[] executing = new int[2];
        int[] most = new int[2];
        List<SimEngine> all = new ArrayList<>();
        List<Machine<String, String>> machines = new ArrayList<>();
        for (String name : List.of("one", "two", "three")) {
            SimHost[] host = new SimHost[1];
            Machine<String, String> queued = counted("queued", host, executing, most);
            Machine<String, String> permitted = permitted(host, executing, most);
            SimEngine node =
                    node(
                            name,
                            o ->
                                    o.machines(queued, permitted)
                                            .queue(QueueSettings.of("narrow", 3))
                                            .pool(new PoolSettings("pool", 2)));
            host[0] = node.host();
            all.add(node);
            machines.add(queued);
            machines.add(permitted);
        }
        for (int i = 0; i < 20; i++) {
            SimEngine node = all.get(i % 3);
            var queued = machines.get(i % 3 * 2);
            var permitted = machines.get(i % 3 * 2 + 1);
            node.perform(e -> e.start(queued.start("x").queue("narrow")));
            node.perform(e -> e.start(permitted.start("x")));
        }
        all.getFirst().crash();
        time.runFor(Duration.ofMinutes(5));
        assertThat(MemoryStore.on(disk).runs(Filter.ALL, Page.oldest(100)))
                .hasSize(40)
                .allMatch(run -> run.status() == RunStatus.COMPLETED);
        assertThat(most).containsExactly(3, 2);
    }

    private Machine<String, String> counted(
            String name, SimHost[] host, int[] executing, int[] most) {
        return named(name).step("work", a -> a.next(count(host, 0, executing, most))).build();
    }

    private Machine<String, String> permitted(SimHost[] host, int[] executing, int[] most) {
        return named("permitted")
                .step(
                        "work",
                        a -> a.next(count(host, 1, executing, most)),
                        s -> s.permits("pool", 1))
                .build();
    }

    private static String count(SimHost[] host, int which, int[] executing, int[] most)
            throws InterruptedException {
        executing[which]++;
        most[which] = Math.max(most[which], executing[which]);
        try {
            host[0].await(new Signal(), host[0].now().plusSeconds(2));
            return "done";
        } finally {
            executing[which]--;
        }
    }

    @Test
    void aScheduleFiresOnceForAll() {
        Machine<String, String> ticks = named("ticks").step("a", a -> a.next("tick")).build();
        Schedule schedule = Schedule.every("tick", Duration.ofMinutes(1), ticks, "x");
        node("one", o -> o.machines(ticks).schedule(schedule));
        node("two", o -> o.machines(ticks).schedule(schedule));
        time.runFor(Duration.ofSeconds(610));
        assertThat(MemoryStore.on(disk).count(Filter.ALL)).isEqualTo(10);
        nodes.getFirst().crash();
        time.runFor(Duration.ofMinutes(10));
        assertThat(MemoryStore.on(disk).count(Filter.ALL)).isEqualTo(20);
    }

    record Go() {}
}
