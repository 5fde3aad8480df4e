package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Simulates several nodes on one store, by seed: they crash, are suspended for longer than their
/// lease and resume, are closed and opened, and their clocks differ.
final class ManyNodes {
    private static final int TURNS_MAX = 200;
    private static final int LOOKS = 5;
    private static final int SKEW_MILLIS = 1_000;
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    private final SimHost time;
    private final SplittableRandom dice;
    private final Observations observed;
    private final Checks checks;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Cluster view;
    private final int dying;
    private final int stopping;

    ManyNodes(long seed) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        MemoryDisk disk = MemoryDisk.shared(time::now);
        view = MemoryStore.on(disk).cluster().orElseThrow();
        observed = new Observations(time::now, this::isLive);
        SimulatedNode.Ground ground = new SimulatedNode.Ground(disk, observed, dice);
        int count = 2 + dice.nextInt(3);
        for (int i = 0; i < count; i++) {
            SimHost host = time.peer("n" + i);
            host.clockJump(Duration.ofMillis(dice.nextInt(2 * SKEW_MILLIS) - SKEW_MILLIS));
            nodes.add(new SimulatedNode(host, "n" + i, ground));
        }
        checks = new Checks(observed, new SimulatedMachines(time, observed, dice.split()));
        dying = dice.nextInt(3) * 15;
        stopping = dice.nextInt(3) * 15;
    }

    /// Simulates to the end and returns what happened, line by line; a violation throws.
    List<String> simulate() {
        try {
            for (int turn = 0; turn < TURNS_MAX && !isDone(); turn++) turn();
            nodes.forEach(SimulatedNode::calm);
            rest();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + observed.tail(), e);
        }
        observed.requireSound();
        return observed.trace;
    }

    private boolean isDone() {
        return nodes.stream().allMatch(node -> node.workload.isDone());
    }

    private boolean isLive(long epoch) {
        for (Member member : view.members()) if (member.epoch() == epoch) return member.isLive();
        return false;
    }

    private void turn() {
        for (SimulatedNode node : nodes) {
            if (!node.opened(node.equals(nodes.getFirst()))) return;
        }
        time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
        checks.ends();
        observed.requireSound();
        SimulatedNode node = nodes.get(dice.nextInt(nodes.size()));
        if (!node.sim.isAlive()) return;
        if (node.isBroken() || happens(dying)) {
            if (dice.nextBoolean()) node.crash();
            else node.close();
        } else if (happens(stopping)) {
            Duration stop = Duration.ofSeconds(dice.nextInt(90));
            observed.trace.add("%s %s stops for %s".formatted(time.now(), node.host.where(), stop));
            node.host.suspend(stop);
        }
    }

    private boolean happens(int inThousand) {
        return dice.nextInt(1_000) < inThousand;
    }

    /// Asks any node why each run waits, whichever node owns it. Another node acts by its own
    /// clock.
    private void why() {
        time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
        SimulatedNode node = nodes.get(dice.nextInt(nodes.size()));
        if (!node.sim.isAlive() || node.isBroken()) return;
        Engine engine = node.sim.engine();
        node.sim.perform(_ -> checks.why(engine, time.now().minusMillis(2 * SKEW_MILLIS)));
        node.sim.perform(_ -> checks.tasks(engine));
        observed.requireSound();
    }

    /// Removes what prevents runs from ending, until all have ended.
    private void rest() {
        time.runFor(Duration.ofSeconds(100));
        for (int look = 0; look < LOOKS; look++) why();
        for (SimulatedNode node : nodes) if (node.sim.isAlive() && dice.nextBoolean()) node.close();
        SimulatedNode last = nodes.getFirst();
        for (SimulatedNode node : nodes) if (node.sim.isAlive() && node.isBroken()) node.crash();
        boolean reads = last.sim.isAlive();
        if (!reads) last.sim.open();
        for (int round = 0; round == 0 || (round < 20 && !observed.live().isEmpty()); round++) {
            last.sim.perform(last.workload::release);
            time.runUntil(() -> observed.live().isEmpty(), TIME_MAX);
            checks.ends();
            observed.requireSound();
        }
        Engine engine = last.sim.engine();
        if (!reads) last.host.start("reader", () -> last.workload.reader(engine));
        time.runFor(Duration.ofSeconds(5));
        observed.requireAllRead();
        checks.done();
        last.sim.store().verify().forEach(observed::violation);
        for (SimulatedNode node : nodes) if (node.sim.isAlive()) node.close();
    }
}
