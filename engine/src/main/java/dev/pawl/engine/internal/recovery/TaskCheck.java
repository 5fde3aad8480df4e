package dev.pawl.engine.internal.recovery;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;

/// Finds running runs that no task of this engine executes, or is about to: there must be none.
///
/// A task that works on a run keeps it in memory from before the run is running until after it is
/// no longer. So a run that is running, now and a moment ago, and is not in memory is lost.
public record TaskCheck(Kernel kernel, LiveRuns liveRuns) {
    private static final int PAGE = 1_000;

    /// Returns one line for each run that is lost; to be called when the engine has recovered the
    /// runs of its previous process. An engine that closes or has stopped executes nothing.
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (kernel.isClosing() || kernel.isBroken()) return faults;
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
        if (liveRuns.find(run.id()).isPresent()) return false;
        return kernel.store.run(run.id()).filter(now -> now.version() == run.version()).isPresent();
    }

    private static String fault(Run run) {
        return "run %s is %s in '%s', attempt %d, and no task executes it"
                .formatted(run.id(), run.status(), run.state(), run.progress().attempt());
    }
}
