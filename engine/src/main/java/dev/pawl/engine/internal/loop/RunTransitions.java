package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.DecisionContext;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.kernel.WaitingInput;
import dev.pawl.run.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Takes runs from one durable value to the next: locks them, decides, commits, and carries out the
/// decision in memory. What is left to do without a lock is returned: in the decision, and as
/// [FollowUp].
final class RunTransitions {
    private final Kernel kernel;
    private final RunDecisions decisions;
    private final Effects effects;
    private final RunCommits commits;
    private final TransitionBatches batches;

    RunTransitions(EngineContext context, RunDecisions decisions) {
        this.kernel = context.kernel();
        this.decisions = decisions;
        this.effects = new Effects(context);
        this.commits = new RunCommits(context, decisions, effects);
        this.batches = new TransitionBatches(kernel, decisions, commits);
    }

    /// Creates a run: a transition from nothing. When this returns, the run is durable and locked;
    /// the caller carries out the decision with [#carryOutStart].
    Decision create(Function<DecisionContext, Decision> start, CommitExtras extras) {
        Decision first = decisions.first(start);
        commits.commit(List.of(), commits.builder().create(first), extras);
        return first;
    }

    /// Carries out the first decision about a run that was created, and unlocks the run; the caller
    /// releases it.
    LiveRun carryOutStart(Decision first) {
        return commits.carryOutStart(first);
    }

    /// Applies an input to one run. The outcome of a body counts only if `running`, its attempt, is
    /// still the run's.
    Decision apply(
            LiveRun live, @Nullable RunningAttempt running, Input input, CommitExtras extras) {
        // The outcome of a body is the one input that no other holder of the lock decides.
        boolean waits = extras.isEmpty() && running == null;
        if (waits) return batches.apply(live, new WaitingInput(input, null));
        live.lock.take(kernel.host);
        if (extras.isEmpty() && live.lock.isAwaited()) {
            return batches.applyLocked(live, new WaitingInput(input, running));
        }
        try {
            return StaleRuns.retry(
                    kernel, List.of(live), () -> commit(live, running, input, extras));
        } finally {
            batches.give(live);
        }
    }

    private Decision commit(
            LiveRun live, @Nullable RunningAttempt running, Input input, CommitExtras extras) {
        boolean reread = live.stale;
        Run before = commits.current(live, running);
        boolean late = running != null && running != live.running;
        if (late || (reread && decisions.isDelivered(input))) return Decision.none(before);
        Decision decision = decisions.decide(live, before, input);
        if (!decision.changes()) return decision;
        commits.commit(List.of(live), commits.builder().add(before, decision), extras);
        commits.carryOut(live, before, decision);
        return decision;
    }

    /// Applies the same input to several runs in one commit.
    List<Decision> applyAll(List<LiveRun> runs, Input input, CommitExtras extras) {
        // Always in the same order, so that two callers cannot wait for each other.
        List<LiveRun> ordered =
                runs.stream().sorted(Comparator.comparing(live -> live.id)).toList();
        for (LiveRun live : ordered) live.lock.take(kernel.host);
        try {
            return StaleRuns.retry(kernel, ordered, () -> commitAll(ordered, input, extras));
        } finally {
            for (LiveRun live : ordered) live.lock.give(kernel.host);
        }
    }

    private List<Decision> commitAll(List<LiveRun> runs, Input input, CommitExtras extras) {
        decisions.readTogether(runs);
        List<Run> before = new ArrayList<>();
        List<Decision> made = new ArrayList<>();
        CommitBuilder builder = commits.builder();
        boolean changes = false;
        for (LiveRun live : runs) {
            Run run = commits.current(live, null);
            Decision decision = decisions.decideOrPark(live, run, input);
            before.add(run);
            made.add(decision);
            builder.add(run, decision);
            changes |= decision.changes();
        }
        if (!changes) return made;
        commits.commit(runs, builder, extras);
        for (int i = 0; i < runs.size(); i++) {
            commits.carryOut(runs.get(i), before.get(i), made.get(i));
        }
        return made;
    }

    /// Reads a running run again that another node has changed. Stops its body if that is asked
    /// for, or if this node no longer owns the run.
    void refresh(LiveRun live) {
        live.lock.take(kernel.host);
        try {
            commits.load(live, decisions.read(live.id));
            Run run = live.loaded();
            RunningAttempt running = live.running;
            if (running != null && decisions.isStopped(run)) effects.stop(run, running);
        } finally {
            live.lock.give(kernel.host);
        }
    }

    /// Returns something that is left to do without a lock, or null.
    @Nullable FollowUp nextFollowUp() {
        return commits.nextFollowUp();
    }
}
