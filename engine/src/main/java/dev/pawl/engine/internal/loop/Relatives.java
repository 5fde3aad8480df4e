package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.DecisionContext;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.List;

/// Finds the live relatives of a run that is about to end.
final class Relatives {
    private Relatives() {}

    /// Returns the moment of a decision with the live children and followers of a run.
    static DecisionContext of(Store store, Run run, DecisionContext context) {
        List<RunId> children = ids(store, Filter.ALL.parent(run.id()).live());
        List<RunId> followers = ids(store, Filter.ALL.following(run.id()).live());
        return context.withRelatives(children, followers);
    }

    private static List<RunId> ids(Store store, Filter filter) {
        List<RunId> all = new ArrayList<>();
        Page page = Page.oldest(Page.LIMIT_MAX);
        while (true) {
            List<Run> runs = store.runs(filter, page);
            runs.forEach(run -> all.add(run.id()));
            if (runs.size() < page.limit()) return all;
            page = page.after(runs.getLast().id());
        }
    }
}
