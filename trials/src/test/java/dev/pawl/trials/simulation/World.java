package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.Stores;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// One world by its seed: a process with an engine that dies and lives again, its clients, its
/// faults, and the checks that hold all the while.
final class World {
    private static final int CLIENTS = 3;
    private static final int LIVES_MAX = 12;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final SimHost time;
    private final SimHost host;
    private final SplittableRandom dice;
    private final Books books;
    private final Plant plant;
    private final Trouble trouble;
    private final Workload workload;
    private final Checks checks;
    private final SimEngine sim;
    private final boolean jumps;

    World(long seed) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        host = time.peer("node");
        books = new Books(time::now, _ -> true);
        plant = new Plant(host, books, dice.split());
        trouble = new Trouble(host, books, dice.split(), this::crash);
        workload = new Workload(host, books, plant, dice.split());
        checks = new Checks(books, plant);
        sim = new SimEngine(host, Stores.MEMORY, plant::options).faults(trouble);
        jumps = dice.nextInt(3) == 0;
    }

    /// Lives to the end and returns what happened, line by line; a violation throws.
    List<String> live() {
        try {
            for (int life = 0; life < LIVES_MAX && !workload.isDone(); life++) life();
            trouble.end();
            rest();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + books.tail(), e);
        }
        books.requireSound();
        return books.trace;
    }

    private void crash() {
        books.died(_ -> true);
        trouble.died();
        sim.crash();
    }

    private void life() {
        if (!opened()) return;
        Engine engine = sim.engine();
        host.start("reader", () -> workload.reader(engine));
        for (int i = 0; i < CLIENTS; i++) host.start("client " + i, () -> workload.client(engine));
        while (sim.isAlive() && !workload.isDone()) {
            time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
            look();
            mayJump();
            // An engine whose store failed must be opened anew; and people restart at times.
            if (sim.isAlive() && (books.broken || dice.nextInt(60) == 0)) end();
        }
    }

    private boolean opened() {
        if (sim.isAlive()) return true;
        try {
            sim.open();
            return true;
        } catch (SimHost.Crashed _) {
            return false;
        } catch (StoreException _) {
            // It could not even be opened: the process gives up, and is started again.
            crash();
            return false;
        }
    }

    private void end() {
        boolean ordered = dice.nextBoolean() && !books.broken;
        if (ordered) {
            try {
                sim.close();
            } catch (SimHost.Crashed | StoreException _) {
                // It died on its way out.
            }
        }
        crash();
    }

    private void look() {
        checks.ends();
        books.requireSound();
        if (sim.isAlive() && books.resumed && !books.broken && trouble.isQuiet(host.now())) {
            Engine engine = sim.engine();
            sim.tell(_ -> checks.why(engine, host.now()));
            sim.tell(_ -> checks.tasks(engine));
            books.requireSound();
        }
    }

    private void mayJump() {
        if (!jumps || !sim.isAlive() || dice.nextInt(20) != 0) return;
        Duration by = Duration.ofSeconds(dice.nextInt(60) - 20);
        books.trace.add(time.now() + " the clock jumps by " + by);
        host.clockJump(by);
        books.clockJumped();
    }

    /// Takes away what keeps runs from ending, until all have ended.
    private void rest() {
        if (sim.isAlive()) end();
        sim.faults(trouble);
        sim.open();
        for (int round = 0; round < 20 && !books.live().isEmpty(); round++) {
            sim.tell(workload::release);
            time.runUntil(() -> books.live().isEmpty(), PATIENCE);
            look();
        }
        readTheRest();
        checks.done();
        List<String> faults = sim.store().verify();
        faults.forEach(books::violation);
        sim.close();
    }

    private void readTheRest() {
        Engine engine = sim.engine();
        host.start("reader", () -> workload.reader(engine));
        time.runFor(Duration.ofSeconds(1));
        books.requireAllRead();
    }
}
