package dev.pawl.trials.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.HistoryEntry;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Many senders and many children write to one run at once, by seed: on one node or two, with a
/// disk that is slow, full or busy, in processes that crash.
///
/// Each acknowledged event is consumed once, in the order of its sender; a refused one is never
/// consumed; one whose sender crashed may be consumed, once. All children are counted.
final class Burst {
    private static final int SENDERS = 6;
    private static final int EVENTS = 5;
    private static final int CHILDREN = 12;
    private static final int PROCESSES_MAX = 4;

    /// A run is parked if more processes crash while it is in one state.
    private static final int DEATHS_MAX = 3;

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    private final SimHost time;
    private final SplittableRandom dice;
    private final List<SimHost> hosts = new ArrayList<>();
    private final List<SimEngine> sims = new ArrayList<>();
    private final Machine<String, String> counter = counter();
    private final Machine<String, String> leaf =
            Machine.named("leaf", String.class, String.class)
                    .step("only", attempt -> attempt.next("done"))
                    .build();
    private final Machine<String, String> crowd = crowd();
    private final List<String> left = new ArrayList<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private final int slow;
    private final int refusing;
    private final int crashing;
    private int batched;
    private int deaths;
    private boolean isOver;

    Burst(long seed, int nodes) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        slow = dice.nextInt(3) * 150;
        refusing = dice.nextInt(3) * 40;
        crashing = dice.nextInt(3) * 10;
        StoreFactory stores =
                nodes == 1 ? StoreFactory.MEMORY : new Shared(MemoryDisk.shared(time::now));
        for (int i = 0; i < nodes; i++) {
            String name = "n" + i;
            SimHost host = time.peer(name);
            hosts.add(host);
            sims.add(
                    new SimEngine(host, stores, options -> options(options, name))
                            .faults(new Disk(i)));
        }
        for (int sender = 0; sender < SENDERS; sender++) {
            for (int event = 0; event < EVENTS; event++) left.add(sender + "/" + event);
        }
    }

    private void options(EngineOptions options, String name) {
        options.machines(counter, leaf, crowd).drain(Duration.ofSeconds(5));
        if (sims.size() > 1) options.node(name).lease(LEASE, BEAT);
    }

    /// Simulates to the end and returns how many commits took several messages; a violation throws.
    int simulate() throws InterruptedException {
        isOver = true;
        for (SimEngine sim : sims) sim.open();
        RunId counting = first().call(engine -> engine.start(counter.start("")));
        RunId splitting = first().call(engine -> engine.start(crowd.start("")));
        isOver = false;
        for (int i = 0; i < PROCESSES_MAX && !left.isEmpty(); i++) process(counting);
        isOver = true;
        for (SimEngine sim : sims) if (!sim.isAlive()) sim.open();
        first().perform(engine -> engine.send(counting, new Enough()));
        check(consumed(counting));
        await(splitting);
        int counted = first().call(e -> e.run(splitting)).data().family().succeeded();
        require(counted == CHILDREN, "expected %d children, found %d", CHILDREN, counted);
        List<String> faults = first().store().verify();
        require(faults.isEmpty(), "expected a sound store, found %s", faults);
        for (SimEngine sim : sims) sim.close();
        return batched;
    }

    private SimEngine first() {
        return sims.getFirst();
    }

    private void process(RunId counting) {
        int before = left.size();
        List<String> mine = List.copyOf(left);
        for (int sender = 0; sender < SENDERS; sender++) {
            int node = sender % sims.size();
            SimEngine sim = sims.get(node);
            if (!sim.isAlive() && !opened(sim)) continue;
            Engine engine = sim.engine();
            String prefix = sender + "/";
            hosts.get(node)
                    .start(
                            "sender " + sender,
                            () -> {
                                for (String event : mine) {
                                    if (event.startsWith(prefix)) send(engine, counting, event);
                                }
                            });
        }
        time.runFor(TIME_MAX);
        require(left.size() <= before, "expected fewer events, found %s", left);
    }

    private static boolean opened(SimEngine sim) {
        try {
            sim.open();
            return true;
        } catch (SimHost.Crashed | StoreException _) {
            return false;
        }
    }

    private void send(Engine engine, RunId to, String event) {
        // Until its sender knows the outcome.
        left.remove(event);
        unknown.add(event);
        try {
            engine.send(to, new Tick(event));
            acknowledged.add(event);
        } catch (StoreException e) {
            if (!e.kind().isTransient() && e.kind() != StoreException.Kind.FENCED) return;
            refused.add(event);
        } catch (Refused _) {
            refused.add(event);
        }
        unknown.remove(event);
    }

    private List<String> consumed(RunId counting) throws InterruptedException {
        await(counting);
        String response = first().call(e -> e.result(counter, e.run(counting)));
        return response.isEmpty() ? List.of() : List.of(response.split(","));
    }

    private void await(RunId id) throws InterruptedException {
        var ended = first().call(engine -> engine.awaitEnd(id, TIME_MAX));
        boolean completed = ended.isPresent() && ended.get().status() == RunStatus.COMPLETED;
        var found = first().call(engine -> engine.run(id) + ", " + engine.why(id));
        require(completed, "expected %s to be completed, found %s", id, found);
    }

    private void check(List<String> consumed) {
        Set<String> once = new HashSet<>(consumed);
        require(once.size() == consumed.size(), "expected each once, found %s", consumed);
        require(once.containsAll(acknowledged), "expected %s, found %s", acknowledged, consumed);
        for (String event : consumed) {
            boolean known = acknowledged.contains(event) || unknown.contains(event);
            require(known && !refused.contains(event), "expected no %s in %s", event, consumed);
        }
        for (int sender = 0; sender < SENDERS; sender++) {
            String prefix = sender + "/";
            List<String> own = consumed.stream().filter(e -> e.startsWith(prefix)).toList();
            require(own.equals(own.stream().sorted().toList()), "expected order, found %s", own);
        }
    }

    private static void require(boolean holds, String problem, Object... values) {
        assertThat(holds).as(problem, values).isTrue();
    }

    private static boolean isOfAMessage(HistoryEntry entry) {
        return entry.kind() == HistoryEntry.Kind.EVENT_RECEIVED
                || entry.kind() == HistoryEntry.Kind.CHILD_ENDED;
    }

    private boolean happens(int inThousand) {
        return inThousand > 0 && dice.nextInt(1_000) < inThousand;
    }

    private static Machine<String, String> counter() {
        return Machine.named("counter", String.class, String.class)
                .await("open", w -> w.on(Tick.class, "add").on(Enough.class, "close"))
                .step("add", Burst::add, s -> s.loopsTo("open"))
                .step("close", attempt -> attempt.next(attempt.response().orElse("")))
                .build();
    }

    private static Outcome<String> add(Attempt<String, String> attempt) {
        String event = attempt.event(Tick.class).orElseThrow().name();
        return attempt.goTo("open", attempt.response().map(r -> r + "," + event).orElse(event));
    }

    private Machine<String, String> crowd() {
        return Machine.named("crowd", String.class, String.class)
                .step("split", this::split)
                .await("join", w -> w.children(Join.all(), "collect"))
                .step("collect", attempt -> attempt.next("done"))
                .build();
    }

    private Outcome<String> split(Attempt<String, String> attempt) {
        Start<?>[] children = new Start<?>[CHILDREN];
        for (int i = 0; i < CHILDREN; i++) children[i] = leaf.start("x");
        return attempt.next("split").starting(children);
    }

    record Tick(String name) {}

    record Enough() {}

    /// A node's view of the store: it is slow, full or busy, and the process crashes.
    private final class Disk implements StoreFaults {
        private final int node;

        Disk(int node) {
            this.node = node;
        }

        @Override
        public void before(long n, Commit commit) {
            SimHost host = hosts.get(node);
            host.pause();
            if (isOver) return;
            if (happens(slow)) host.pause(Duration.ofMillis(dice.nextInt(300)));
            mayCrash();
            if (happens(refusing)) {
                boolean full = dice.nextBoolean();
                var kind = full ? StoreException.Kind.FULL : StoreException.Kind.BUSY;
                throw new StoreException(kind, "as the dice say", null);
            }
        }

        @Override
        public void after(long n, Commit commit) {
            for (Commit.Change change : commit.changes()) {
                long messages = change.entries().stream().filter(Burst::isOfAMessage).count();
                if (messages > 1) batched++;
            }
            if (!isOver) mayCrash();
            hosts.get(node).pause();
        }

        private void mayCrash() {
            if (!happens(crashing) || deaths == DEATHS_MAX) return;
            deaths++;
            sims.get(node).crash();
        }
    }

    private record Shared(MemoryDisk disk) implements StoreFactory {
        @Override
        public Store open() {
            return MemoryStore.on(disk);
        }

        @Override
        public Store reopen(Store before) {
            return MemoryStore.on(disk);
        }
    }
}
