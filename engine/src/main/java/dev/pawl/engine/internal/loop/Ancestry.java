package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Links;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;

/// The runs above a child, as far as they wait for it.
public record Ancestry(Store store, Registry registry) {

    /// Throws if a run with these links would wait for an ancestor that waits for it.
    public void requireNoCircle(Links links) {
        RunId above = links.parent();
        if (above == null) return;
        List<RunId> awaited = links.predecessors().stream().map(Predecessor::run).toList();
        while (above != null && !awaited.isEmpty()) {
            Run ancestor = store.run(above).orElse(null);
            if (ancestor == null || !waitsForChildren(ancestor)) return;
            if (awaited.contains(above)) throw new Refused.Circular(above);
            above = ancestor.parent();
        }
    }

    /// Throws if the run `awaited` does not end before the run `body`, whose body is executing.
    public void requireAwaitable(RunId body, RunId awaited) {
        if (body.equals(awaited)) throw Refused.WaitsForItself.ending(body);
        for (Predecessor after : predecessors(awaited)) {
            if (after.run().equals(body)) throw Refused.WaitsForItself.related(body, awaited);
        }
        RunId above = store.run(body).map(Run::parent).orElse(null);
        while (above != null) {
            Run ancestor = store.run(above).orElse(null);
            if (ancestor == null || !waitsForChildren(ancestor)) return;
            if (above.equals(awaited)) throw Refused.WaitsForItself.related(body, awaited);
            above = ancestor.parent();
        }
    }

    /// Returns the runs that a run waits for before it starts.
    private List<Predecessor> predecessors(RunId id) {
        return store.run(id)
                .filter(run -> !run.status().isEnd() && !run.progress().executed())
                .map(run -> run.origin().links().predecessors())
                .orElse(List.of());
    }

    private boolean waitsForChildren(Run run) {
        if (run.status().isEnd()) return false;
        return registry.definition(run.machine()).filter(Ancestry::waitsForChildren).isPresent();
    }

    private static boolean waitsForChildren(Definition definition) {
        if (definition.children() == ChildPolicy.WAIT) return true;
        for (State state : definition.states()) {
            if (state instanceof State.Wait wait && wait.joined() != null) return true;
        }
        return false;
    }
}
