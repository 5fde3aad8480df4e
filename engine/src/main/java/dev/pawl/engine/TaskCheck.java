package dev.pawl.engine;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;

/// Finds runs in flight that no task of this engine executes, or is about to: there must be none.
///
/// A task that works on a run has its cell in memory from before the run is in flight until after
/// it is no longer. So a run that is in flight, now and a moment ago, and has no cell is lost.
record TaskCheck(Kernel kernel, Cells cells) {
    private static final int PAGE = 1_000;

    /// Returns one line for each run that is lost; to be called when the engine has recovered the
    /// runs of its previous process.
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        Filter filter = Filter.ALL.status(RunStatus.RUNNING, RunStatus.CLEANING);
        Page page = Page.oldest(PAGE);
        while (true) {
            List<Run> found = kernel.store.runs(filter, page);
            for (Run run : found) if (isLost(run)) faults.add(fault(run));
            if (found.size() < PAGE) return faults;
            page = page.after(found.getLast().id());
        }
    }

    private boolean isLost(Run run) {
        if (!run.isInFlight() || !kernel.node.owns(run)) return false;
        if (cells.find(run.id()).isPresent()) return false;
        return kernel.store.run(run.id()).filter(now -> now.version() == run.version()).isPresent();
    }

    private static String fault(Run run) {
        return "run %s is %s in '%s', attempt %d, and no task executes it"
                .formatted(run.id(), run.status(), run.state(), run.progress().attempt());
    }
}
