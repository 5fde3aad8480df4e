package dev.pawl.trials.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.Pools;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// What clients and operators do, at random: starts with every option, events, orders, limits.
final class Workload {
    private static final Operators.By BY = new Operators.By("dice", "at random");
    private static final Operators.By END = new Operators.By("simulation", "it ends");
    private static final int KEYS = 4;
    private static final int IDEMPOTENCIES = 6;

    private final SimHost host;
    private final Observations observed;
    private final SimulatedMachines machines;
    private final SplittableRandom dice;
    private int left;

    Workload(
            SimHost host,
            Observations observed,
            SimulatedMachines machines,
            SplittableRandom dice) {
        this.host = host;
        this.observed = observed;
        this.machines = machines;
        this.dice = dice;
        this.left = 25 + dice.nextInt(40);
    }

    boolean isDone() {
        return left <= 0;
    }

    /// Acts until the work is done or the process crashes; for each of several clients.
    void client(Engine engine) {
        try {
            while (left > 0) {
                left--;
                host.await(new Signal(), host.now().plusMillis(dice.nextInt(2_000)));
                act(engine);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("a client was interrupted", e);
        }
    }

    /// Reads the log, in each process from where the previous one stopped.
    void reader(Engine engine) {
        try (Subscription feed = engine.feed(observed.position)) {
            while (true) {
                try {
                    observed.read(feed.next(host.now().plusSeconds(30)), feed.position());
                } catch (StoreException e) {
                    if (!e.kind().isTransient()) throw e;
                }
            }
        } catch (InterruptedException | Refused.Closed _) {
            // The engine ends, and so does its reader.
        }
    }

    /// Removes what prevents runs from ending.
    void release(Engine engine) {
        engine.schedules().all().forEach(s -> engine.schedules().remove(s.name()));
        observed.limit(SimulatedMachines.NARROW, SimulatedMachines.SLOTS);
        engine.queues()
                .set(
                        QueueSettings.of(SimulatedMachines.NARROW, SimulatedMachines.SLOTS)
                                .perKey(SimulatedMachines.PER_KEY));
        observed.limit(SimulatedMachines.POOL, SimulatedMachines.PERMITS);
        engine.pools().set(new PoolSettings(SimulatedMachines.POOL, SimulatedMachines.PERMITS));
        for (Run run : observed.live()) {
            try {
                if (run.status() == RunStatus.PAUSED || run.condition().pausing()) {
                    engine.operators().order(run.id(), new Command.Resume(), END);
                } else if (run.status() == RunStatus.PARKED) {
                    boolean hopeless = Checks.isUnfollowable(run);
                    Command command = hopeless ? new Command.Cancel() : new Command.RetryNow();
                    engine.operators().order(run.id(), command, END);
                }
            } catch (Refused _) {
                // It has continued meanwhile.
            }
        }
    }

    private void act(Engine engine) throws InterruptedException {
        try {
            int way = dice.nextInt(100);
            if (way < 45) start(engine);
            else if (way < 60) send(engine);
            else if (way < 80) order(engine);
            else if (way < 83) orderAll(engine);
            else if (way < 88) limits(engine);
            else if (way < 92) lease(engine);
            else if (way < 95) fork(engine);
            else await(engine);
        } catch (Refused _) {
            // A client accepts a refusal.
        } catch (StoreException e) {
            boolean unlucky =
                    e.kind() == StoreException.Kind.IO || e.kind() == StoreException.Kind.FENCED;
            if (!e.kind().isTransient() && !unlucky) throw e;
        }
    }

    private void start(Engine engine) {
        boolean hostile = dice.nextInt(4) == 0;
        Machine<String, String> machine =
                hostile ? machines.hostile : machines.all.get(dice.nextInt(machines.all.size()));
        Start<String> start = machine.start("x");
        if (dice.nextInt(3) == 0) {
            start = start.key("k" + dice.nextInt(KEYS)).unique(any(Uniqueness.values()));
        }
        if (dice.nextInt(3) == 0) start = start.queue(SimulatedMachines.NARROW, dice.nextInt(3));
        else if (dice.nextInt(4) == 0) start = start.queue(SimulatedMachines.RATED);
        if (dice.nextInt(5) == 0) start = start.delay(Duration.ofMillis(dice.nextInt(20_000)));
        if (dice.nextInt(8) == 0) {
            start = start.deadline(Duration.ofSeconds(5 + dice.nextInt(60)));
        }
        Optional<Run> other = someRun();
        if (other.isPresent() && dice.nextInt(5) == 0) {
            start = start.after(other.get().id(), any(Predecessor.On.values()));
        } else if (other.isPresent() && dice.nextInt(8) == 0 && start.identity().key() == null) {
            // A child that waits for a run that waits for its parent would wait forever.
            start = start.parent(other.get().id());
        }
        String same = dice.nextInt(5) == 0 ? "i" + dice.nextInt(IDEMPOTENCIES) : null;
        if (same != null) start = start.idempotency(same);
        RunId id = engine.start(start);
        observed.started.add(id);
        // A start that joined a live run of its key did not start that run.
        if (same != null && same.equals(observed.run(id).origin().idempotency())) {
            RunId first = observed.byIdempotency.putIfAbsent(machine.name() + same, id);
            if (first != null && !first.equals(id)) {
                observed.violation("%s and %s have the same idempotency key".formatted(first, id));
            }
        }
    }

    private void send(Engine engine) {
        // Half of the events find a run that waits for them.
        Optional<Run> run =
                observed.live().stream()
                        .filter(each -> each.machine().equals("approval") && dice.nextBoolean())
                        .findFirst()
                        .or(this::someRun);
        if (run.isEmpty()) return;
        Object event =
                switch (dice.nextInt(3)) {
                    case 0 -> new SimulatedMachines.Approved();
                    case 1 -> new SimulatedMachines.Rejected();
                    default -> new SimulatedMachines.Stop();
                };
        engine.send(run.get().id(), event);
    }

    private void order(Engine engine) {
        Optional<Run> run = someRun();
        if (run.isEmpty()) return;
        engine.operators().order(run.get().id(), command(engine, run.get()), BY);
    }

    private Command command(Engine engine, Run run) {
        return switch (dice.nextInt(8)) {
            case 0, 1 -> new Command.Pause();
            case 2, 3 -> new Command.Resume();
            case 4 -> new Command.Cancel();
            case 5 -> new Command.RetryNow();
            case 6 -> new Command.Skip();
            default -> {
                List<String> states =
                        engine.definitions().stream()
                                .filter(d -> d.name().equals(run.machine()))
                                .findFirst()
                                .orElseThrow()
                                .names();
                yield new Command.GoTo(states.get(dice.nextInt(states.size())));
            }
        };
    }

    private void orderAll(Engine engine) {
        String machine = machines.all.get(dice.nextInt(machines.all.size())).name();
        Command command = dice.nextBoolean() ? new Command.Pause() : new Command.Resume();
        engine.operators().orderAll(Filter.ALL.machine(machine).live(), command, BY);
    }

    private void limits(Engine engine) {
        switch (dice.nextInt(4)) {
            case 0 -> engine.queues().pause(SimulatedMachines.NARROW, true);
            case 1 -> engine.queues().pause(SimulatedMachines.NARROW, false);
            case 2 -> {
                int size = 1 + dice.nextInt(4);
                // In force before it is durable if larger.
                observed.limit(
                        SimulatedMachines.NARROW,
                        Math.max(size, observed.limit(SimulatedMachines.NARROW)));
                engine.queues().resize(SimulatedMachines.NARROW, size);
            }
            default -> {
                int size = 2 + dice.nextInt(3);
                observed.limit(
                        SimulatedMachines.POOL,
                        Math.max(size, observed.limit(SimulatedMachines.POOL)));
                engine.pools().set(new PoolSettings(SimulatedMachines.POOL, size));
            }
        }
    }

    private void lease(Engine engine) throws InterruptedException {
        List<Lease> leases = engine.pools().leases(SimulatedMachines.POOL);
        if (!leases.isEmpty() && dice.nextBoolean()) {
            Duration grace = Duration.ofMillis(dice.nextInt(1_000));
            engine.pools().revoke(SimulatedMachines.POOL, leases.getFirst().holder(), grace);
            return;
        }
        var request =
                new Pools.Request(
                        SimulatedMachines.POOL,
                        "client" + dice.nextInt(2),
                        1,
                        0,
                        Duration.ofSeconds(5));
        Optional<Lease> lease = acquire(engine, request);
        if (lease.isEmpty()) return;
        host.await(new Signal(), host.now().plusSeconds(dice.nextInt(8)));
        engine.pools().release(lease.get());
    }

    private Optional<Lease> acquire(Engine engine, Pools.Request request)
            throws InterruptedException {
        observed.acquiring++;
        try {
            return engine.pools().acquire(request, host.now().plusSeconds(dice.nextInt(10)));
        } finally {
            observed.acquiring--;
        }
    }

    private void fork(Engine engine) {
        Optional<Run> run = someRun();
        if (run.isEmpty()) return;
        RunId copy = engine.operators().fork(run.get().id(), run.get().state(), null, BY);
        observed.started.add(copy);
    }

    private void await(Engine engine) throws InterruptedException {
        Optional<Run> run = someRun();
        if (run.isEmpty()) return;
        Optional<Run> ended = engine.awaitEnd(run.get().id(), Duration.ofSeconds(dice.nextInt(10)));
        if (ended.isPresent() && !ended.get().status().isEnd()) {
            observed.violation("awaited, but not ended: " + ended.get());
        }
    }

    private Optional<Run> someRun() {
        List<Run> runs = dice.nextInt(4) == 0 ? observed.all() : observed.live();
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(dice.nextInt(runs.size())));
    }

    private <T> T any(T[] values) {
        return values[dice.nextInt(values.length)];
    }
}
