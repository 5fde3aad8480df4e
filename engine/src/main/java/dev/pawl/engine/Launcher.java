package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.machine.Start;
import dev.pawl.run.After;
import dev.pawl.run.RunId;
import java.util.List;

/// Starts runs for callers: durable before it returns, and at most once where that was asked for.
final class Launcher {
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
                if (!items.isEmpty()) kernel.commitNow(Commit.of(items.toArray(Item[]::new)));
                return existing;
            }
            decision = commit(((Starts.Resolved.Fresh) resolved).launch(), items);
        } finally {
            held.close();
        }
        runs.begin(decision);
        runs.effects().replace((Starts.Resolved.Fresh) resolved);
        return decision.run().id();
    }

    private Decision commit(Launch launch, List<Item> items) {
        Moment moment =
                Moment.of(kernel.now(), kernel.host.random().nextDouble(), kernel.ids::next);
        Decision decision = Decide.start(launch, moment);
        runs.expect(decision);
        try {
            commit(decision, items);
        } catch (RuntimeException e) {
            runs.forget(decision);
            throw e;
        }
        return decision;
    }

    private void commit(Decision decision, List<Item> items) {
        RunId parent = decision.run().parent();
        if (parent == null) {
            kernel.commitNow(Commit.of(decision.change()).with(items));
            return;
        }
        Input input = new Input.ChildStarted(decision.run().id().toString());
        Decision told = runs.apply(parent, input, Additions.start(decision.change(), items));
        if (!told.changes()) {
            throw new Refused("run " + parent + " has ended and takes no children");
        }
    }
}
