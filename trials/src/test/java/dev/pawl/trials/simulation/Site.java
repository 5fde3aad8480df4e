package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.MemoryDisk;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.time.Duration;
import java.util.SplittableRandom;

/// One of several nodes on the same store: a process that dies and lives again, with its clients.
final class Site {
    private static final int CLIENTS = 2;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration BEAT = Duration.ofSeconds(10);

    final SimHost host;
    final SimEngine sim;
    final Workload workload;
    private final String name;
    private final Books books;
    private final Trouble trouble;
    private final Store view;
    private boolean broken;

    Site(SimHost host, String name, Ground ground) {
        this.host = host;
        this.name = name;
        this.books = ground.books();
        SplittableRandom dice = ground.dice();
        Plant plant = new Plant(host, books, dice.split());
        this.trouble = new Trouble(host, books, dice.split(), this::crash).withReads();
        this.workload = new Workload(host, books, plant, dice.split());
        this.view = MemoryStore.on(ground.disk());
        Stores stores = new Shared(ground.disk());
        this.sim =
                new SimEngine(
                                host,
                                stores,
                                options -> {
                                    plant.options(options);
                                    options.node(name).lease(LEASE, BEAT).listener(this::heard);
                                })
                        .faults(trouble);
    }

    private void heard(Happening happening) {
        if (happening instanceof Happening.StoreFailed) broken = true;
    }

    /// Returns whether its store failed, so that it must be opened anew.
    boolean isBroken() {
        return broken;
    }

    /// Begins a life if there is none; false if it did not come that far.
    boolean opened(boolean reads) {
        if (sim.isAlive()) return true;
        try {
            sim.open();
        } catch (SimHost.Crashed _) {
            return false;
        } catch (StoreException _) {
            // It could not even be opened: the process gives up, and is started again.
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
        books.died(this::isOwn);
        trouble.died();
        sim.crash();
    }

    /// Ends the life in order.
    void close() {
        try {
            sim.close();
        } catch (SimHost.Crashed | StoreException _) {
            // It died on its way out.
        }
        crash();
    }

    /// Lets nothing go wrong from now on.
    void calm() {
        trouble.end();
    }

    private boolean isOwn(long epoch) {
        Cluster cluster = view.cluster().orElseThrow();
        for (Member member : cluster.members()) {
            if (member.epoch() == epoch) return member.node().name().equals(name);
        }
        return false;
    }

    /// What all sites stand on.
    record Ground(MemoryDisk disk, Books books, SplittableRandom dice) {}

    private record Shared(MemoryDisk disk) implements Stores {
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
