package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.StoreException;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// Simulates one node by its seed: a process with an engine that crashes and restarts, its clients,
/// its faults, and the checks that hold throughout.
final class OneNode {
    private static final int CLIENTS = 3;
    private static final int PROCESSES_MAX = 12;
    private static final Duration TIME_MAX = Duration.ofMinutes(10);

    private final SimHost time;
    private final SimHost host;
    private final SplittableRandom dice;
    private final Observations observed;
    private final SimulatedMachines machines;
    private final RandomFaults faults;
    private final Workload workload;
    private final Checks checks;
    private final SimEngine sim;
    private final boolean jumps;

    OneNode(long seed) {
        dice = new SplittableRandom(seed);
        time = new SimHost(seed);
        host = time.peer("node");
        observed = new Observations(time::now, _ -> true);
        machines = new SimulatedMachines(host, observed, dice.split());
        faults = new RandomFaults(host, observed, dice.split(), this::crash);
        workload = new Workload(host, observed, machines, dice.split());
        checks = new Checks(observed, machines);
        sim = new SimEngine(host, StoreFactory.MEMORY, machines::options).faults(faults);
        jumps = dice.nextInt(3) == 0;
    }

    /// Simulates to the end and returns what happened, line by line; a violation throws.
    List<String> simulate() {
        try {
            for (int i = 0; i < PROCESSES_MAX && !workload.isDone(); i++) process();
            faults.end();
            rest();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + observed.tail(), e);
        }
        observed.requireSound();
        return observed.trace;
    }

    private void crash() {
        observed.died(_ -> true);
        faults.died();
        sim.crash();
    }

    private void process() {
        if (!opened()) return;
        Engine engine = sim.engine();
        host.start("reader", () -> workload.reader(engine));
        for (int i = 0; i < CLIENTS; i++) host.start("client " + i, () -> workload.client(engine));
        while (sim.isAlive() && !workload.isDone()) {
            time.runFor(Duration.ofMillis(dice.nextInt(1_500)));
            look();
            mayJump();
            // An engine whose store failed must be opened again; and operators restart it at times.
            if (sim.isAlive() && (observed.broken || dice.nextInt(60) == 0)) end();
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
            // It could not be opened: the process ends, and is started again.
            crash();
            return false;
        }
    }

    private void end() {
        boolean ordered = dice.nextBoolean() && !observed.broken;
        if (ordered) {
            try {
                sim.close();
            } catch (SimHost.Crashed | StoreException _) {
                // It crashed while closing.
            }
        }
        crash();
    }

    private void look() {
        checks.ends();
        observed.requireSound();
        if (sim.isAlive() && observed.resumed && !observed.broken && faults.isQuiet(host.now())) {
            Engine engine = sim.engine();
            sim.perform(_ -> checks.why(engine, host.now()));
            sim.perform(_ -> checks.tasks(engine));
            observed.requireSound();
        }
    }

    private void mayJump() {
        if (!jumps || !sim.isAlive() || dice.nextInt(20) != 0) return;
        Duration by = Duration.ofSeconds(dice.nextInt(60) - 20);
        observed.trace.add(time.now() + " the clock jumps by " + by);
        host.clockJump(by);
        observed.clockJumped();
    }

    /// Removes what prevents runs from ending, until all have ended.
    private void rest() {
        if (sim.isAlive()) end();
        sim.faults(faults);
        sim.open();
        int rounds = 0;
        do {
            // Also if all have ended: a schedule would start another one.
            sim.perform(workload::release);
            time.runUntil(() -> observed.live().isEmpty(), TIME_MAX);
            look();
        } while (++rounds < 20 && !observed.live().isEmpty());
        readTheRest();
        checks.done();
        List<String> faults = sim.store().verify();
        faults.forEach(observed::violation);
        sim.close();
    }

    private void readTheRest() {
        Engine engine = sim.engine();
        host.start("reader", () -> workload.reader(engine));
        time.runFor(Duration.ofSeconds(1));
        observed.requireAllRead();
    }
}
