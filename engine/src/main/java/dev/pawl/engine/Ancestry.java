package dev.pawl.engine;

import dev.pawl.engine.store.Store;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.After;
import dev.pawl.run.Links;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;

/// The runs above a child, as far as they wait for it.
record Ancestry(Store store, Registry registry) {

    /// Throws if a run with these links would wait for an ancestor that waits for it.
    void requireNoCircle(Links links) {
        List<RunId> awaited = links.predecessors().stream().map(After::run).toList();
        RunId above = links.parent();
        while (above != null && !awaited.isEmpty()) {
            Run ancestor = store.run(above).orElse(null);
            if (ancestor == null || !waitsForChildren(ancestor)) return;
            if (awaited.contains(above)) throw new Refused.Circular(above);
            above = ancestor.parent();
        }
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
