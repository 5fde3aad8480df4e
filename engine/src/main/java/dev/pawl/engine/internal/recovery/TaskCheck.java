package dev.pawl.engine.internal.recovery;

import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds running runs that no task of this engine executes, or is about to: there must be none.
///
/// A task that works on a run keeps it in memory from before the run is running until after it is
/// no longer. So a run that is running, now and a moment ago, and is not in memory is lost.
///
/// A run in memory has tasks that drive it, except for the moment between a decision and the start
/// of the body that it asks for. Other tasks, such as one that sends an event, may use it too. So a
/// run in memory that no task drives is lost if a later check finds it unchanged.
public final class TaskCheck {
    private static final int PAGE = 1_000;

    /// How long a run in memory may have no task that drives it.
    private static final Duration UNDRIVEN_MAX = Duration.ofMinutes(1);

    private final Kernel kernel;
    private final LiveRuns liveRuns;

    /// The runs in memory that no task drove at the latest check.
    private volatile Map<RunId, Undriven> undriven = Map.of();

    public TaskCheck(Kernel kernel, LiveRuns liveRuns) {
        this.kernel = kernel;
        this.liveRuns = liveRuns;
    }

    /// Returns one line for each run that is lost; to be called when the engine has recovered the
    /// runs of its previous process. An engine that closes or has stopped executes nothing.
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (kernel.isClosing() || kernel.isBroken()) return faults;
        Map<RunId, Undriven> found = new HashMap<>();
        Filter filter = Filter.ALL.status(RunStatus.RUNNING, RunStatus.CLEANING);
        Page page = Page.oldest(PAGE);
        while (true) {
            List<Run> runs = kernel.store.runs(filter, page);
            for (Run run : runs) if (isLost(run, found)) faults.add(fault(run));
            if (runs.size() < PAGE) break;
            page = page.after(runs.getLast().id());
        }
        undriven = found;
        return faults;
    }

    private boolean isLost(Run run, Map<RunId, Undriven> found) {
        if (!run.isInFlight() || !kernel.node.owns(run)) return false;
        Optional<LiveRun> live = liveRuns.find(run.id());
        if (live.filter(one -> one.drivers.get() > 0).isPresent()) return false;
        boolean same =
                kernel.store
                        .run(run.id())
                        .filter(now -> now.version() == run.version())
                        .isPresent();
        return same && (live.isEmpty() || isUndriven(run, found));
    }

    private boolean isUndriven(Run run, Map<RunId, Undriven> found) {
        Instant now = kernel.now();
        Undriven before = undriven.get(run.id());
        Instant since = before == null || before.version() != run.version() ? now : before.since();
        found.put(run.id(), new Undriven(run.version(), since));
        return Duration.between(since, now).compareTo(UNDRIVEN_MAX) >= 0;
    }

    private static String fault(Run run) {
        return "run %s is %s in '%s', attempt %d, and no task executes it"
                .formatted(run.id(), run.status(), run.state(), run.progress().attempt());
    }

    /// A version of a run, and when a check first found that no task drives it.
    private record Undriven(long version, Instant since) {}
}
