package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.memory.MemoryDisk;
import dev.pawl.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.SplittableRandom;

/// One of several nodes on the same store: a process that crashes and restarts, with its clients.
final class SimulatedNode {
    private static final int CLIENTS = 2;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BEAT = Duration.ofSeconds(10);

    final SimHost host;
    final SimEngine sim;
    final Workload workload;
    private final String name;
    private final Observations observed;
    private final RandomFaults faults;
    private final Store view;
    private boolean broken;

    SimulatedNode(SimHost host, String name, Ground ground) {
        this.host = host;
        this.name = name;
        this.observed = ground.observed();
        SplittableRandom dice = ground.dice();
        SimulatedMachines machines = new SimulatedMachines(host, observed, dice.split());
        this.faults = new RandomFaults(host, observed, dice.split(), this::crash).withReads();
        this.workload = new Workload(host, observed, machines, dice.split());
        this.view = MemoryStore.on(ground.disk());
        StoreFactory stores = new Shared(ground.disk());
        this.sim =
                new SimEngine(
                                host,
                                stores,
                                options -> {
                                    machines.options(options);
                                    options.node(name).lease(LEASE, BEAT).listener(this::onEvent);
                                })
                        .faults(faults);
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.StoreFailed) broken = true;
    }

    /// Returns whether its store failed, so that it must be opened again.
    boolean isBroken() {
        return broken;
    }

    /// Opens the node if it is not open; false if that failed.
    boolean opened(boolean reads) {
        if (sim.isAlive()) return true;
        try {
            sim.open();
        } catch (SimHost.Crashed _) {
            return false;
        } catch (StoreException _) {
            // It could not be opened: the process ends, and is started again.
            crash();
            return false;
        }
        Engine engine = sim.engine();
        if (reads) host.start("reader", () -> workload.reader(engine));
        for (int i = 0; i < CLIENTS; i++) host.start("client " + i, () -> workload.client(engine));
        return true;
    }

    void crash() {
        broken = false;
        observed.died(this::isOwn);
        faults.died();
        sim.crash();
    }

    /// Closes the node gracefully.
    void close() {
        try {
            sim.close();
        } catch (SimHost.Crashed | StoreException _) {
            // It crashed while closing.
        }
        crash();
    }

    /// Stops all faults.
    void calm() {
        faults.end();
    }

    private boolean isOwn(long epoch) {
        Cluster cluster = view.cluster().orElseThrow();
        for (Member member : cluster.members()) {
            if (member.epoch() == epoch) return member.node().name().equals(name);
        }
        return false;
    }

    /// What all nodes share.
    record Ground(MemoryDisk disk, Observations observed, SplittableRandom dice) {}

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
