package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Start;
import dev.pawl.run.After;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;

/// Starts runs for callers: durable before it returns, and at most once where that was asked for.
final class Launcher {
    private static final int PAUSE_MILLIS_MAX = 10;

    private final Kernel kernel;
    private final Starts starts;
    private final Runs runs;

    Launcher(Kernel kernel, Starts starts, Runs runs) {
        this.kernel = kernel;
        this.starts = starts;
        this.runs = runs;
    }

    /// Starts a run, or finds the one that exists already; `items` become durable with it.
    RunId start(Start<?> start, List<Item> items) {
        while (true) {
            long life = kernel.node.epoch();
            try {
                return start(start, items, List.of());
            } catch (StoreException e) {
                switch (e.kind()) {
                    // Another node took the key in between: now there is a run to be found.
                    case REFUTED -> kernel.pauseAbout(PAUSE_MILLIS_MAX);
                    // Nothing was written. A child's parent is not this node's any more.
                    case FENCED -> {
                        boolean goesOn = start.links().parent() == null && kernel.outlives(life);
                        if (!goesOn) throw e;
                    }
                    default -> throw e;
                }
            }
        }
    }

    /// Starts a run, or finds the one that exists already, if the guards hold.
    RunId start(Start<?> start, List<Item> items, List<Guard> guards) {
        kernel.requireOpen();
        After after = start.links().after();
        if (after != null && kernel.store.run(after.run()).isEmpty()) {
            throw new Refused.UnknownRun(after.run().toString());
        }
        Stripes.Held held = starts.hold(List.of(start));
        Starts.Resolved resolved;
        Decision decision;
        try {
            resolved = starts.resolve(start);
            if (resolved instanceof Starts.Resolved.Existing(var existing)) {
                if (!items.isEmpty()) {
                    kernel.commitNow(Commit.of(items.toArray(Item[]::new)).under(guards));
                }
                return existing;
            }
            Starts.Resolved.Fresh fresh = (Starts.Resolved.Fresh) resolved;
            List<Guard> all = new ArrayList<>(guards);
            all.addAll(fresh.guards());
            decision = commit(fresh.launch(), items, all);
        } finally {
            held.close();
        }
        runs.begin(decision);
        runs.effects().replace((Starts.Resolved.Fresh) resolved);
        return decision.run().id();
    }

    private Decision commit(Launch launch, List<Item> items, List<Guard> guards) {
        Moment moment =
                Moment.of(kernel.now(), kernel.host.random().nextDouble(), kernel.ids::next);
        Decision decision = kernel.node.owned(null, Decide.start(launch, moment));
        runs.turns().expect(decision);
        try {
            commit(decision, items, guards);
        } catch (RuntimeException | Error e) {
            runs.turns().forget(decision);
            throw e;
        }
        return decision;
    }

    private void commit(Decision decision, List<Item> items, List<Guard> guards) {
        RunId parent = decision.run().parent();
        if (parent == null) {
            kernel.commitNow(Commit.of(decision.change()).with(items).under(guards));
            return;
        }
        Input input = new Input.ChildStarted(decision.run().id().toString());
        Additions additions = Additions.start(decision.change(), items, guards);
        Decision told = runs.apply(parent, input, additions);
        if (!told.changes()) {
            throw new Refused.Ended("run " + parent + " has ended and takes no children");
        }
    }
}
