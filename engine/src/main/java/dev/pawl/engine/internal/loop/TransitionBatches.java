package dev.pawl.engine.internal.loop;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.kernel.WaitingInput;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Transitions of runs on inputs that bring nothing else to be recorded. Messages that wait for the
/// same lock are decided together, so a run that receives many messages needs one commit for all of
/// them.
final class TransitionBatches {
    /// For this long after the start of an attempt, messages wait for its outcome, so that one
    /// commit records both. Otherwise the outcome of a short body would wait for their commit.
    private static final Duration OUTCOME_SOON = Duration.ofMillis(1);

    private final Kernel kernel;
    private final RunDecisions decisions;
    private final RunCommits commits;

    TransitionBatches(Kernel kernel, RunDecisions decisions, RunCommits commits) {
        this.kernel = kernel;
        this.decisions = decisions;
        this.commits = commits;
    }

    /// Returns the decision on an input, made by this caller or by an earlier holder of the lock.
    Decision apply(LiveRun live, WaitingInput input) {
        boolean holds = live.lock.take(kernel.host, input);
        boolean waits = holds && input.isMessage() && input.holdBack();
        Instant until = waits ? outcomeSoon(live) : null;
        if (until != null) holds = live.lock.retake(kernel.host, input, until);
        return holds ? applyLocked(live, input) : input.answer();
    }

    /// Gives the lock of a run back.
    void give(LiveRun live) {
        Instant until = live.lock.isAwaited() ? outcomeSoon(live) : null;
        if (until == null) live.lock.give(kernel.host);
        else live.lock.give(kernel.host, until);
    }

    /// Returns until when messages wait for the outcome of an attempt that has just started.
    private @Nullable Instant outcomeSoon(LiveRun live) {
        RunningAttempt running = live.running;
        if (running == null) return null;
        Instant now = kernel.now();
        Instant until = running.startedAt().plus(OUTCOME_SOON);
        // A clock that was set back must not prolong the wait.
        boolean soon = now.isBefore(until) && !now.isBefore(running.startedAt());
        return soon ? until : null;
    }

    /// Returns the decision on an input of the holder of the lock, who gives the lock back with it.
    Decision applyLocked(LiveRun live, WaitingInput input) {
        InputBatch batch = new InputBatch(kernel, live.lock, input);
        try {
            while (batch.isOpen()) apply(live, batch);
        } catch (RuntimeException | Error e) {
            batch.fail(e);
        } finally {
            give(live);
            batch.wakeCallers();
        }
        return input.answer();
    }

    private void apply(LiveRun live, InputBatch batch) {
        List<InputBatch.Step> steps;
        try {
            steps = StaleRuns.retry(kernel, List.of(live), () -> commit(live, batch));
        } catch (RuntimeException | Error e) {
            kernel.requireHost();
            boolean all = concernsAll(e) || !batch.isBefore(commits.current(live, batch.running()));
            if (all) batch.fail(e);
            else batch.failed(e);
            return;
        }
        for (InputBatch.Step step : steps) settle(live, step);
        batch.forget();
    }

    /// Returns whether no input could be recorded now. Each caller knows whether it waits for the
    /// store.
    private boolean concernsAll(Throwable problem) {
        if (kernel.isBroken()) return true;
        if (!(problem instanceof StoreException e)) return false;
        return e.kind().isTransient() || e.kind() == StoreException.Kind.FENCED;
    }

    private List<InputBatch.Step> commit(LiveRun live, InputBatch batch) {
        boolean reread = live.stale;
        Run run = commits.current(live, batch.running());
        batch.decide(run, (before, input) -> decide(live, before, input, reread));
        List<InputBatch.Step> steps = batch.steps();
        boolean changes = false;
        CommitBuilder builder = commits.builder();
        for (InputBatch.Step step : steps) {
            changes |= step.decision().changes();
            builder.add(step.before(), step.decision());
        }
        if (changes) commits.commit(List.of(live), builder, CommitExtras.NONE);
        return steps;
    }

    private Decision decide(LiveRun live, Run before, WaitingInput waiting, boolean reread) {
        RunningAttempt running = waiting.running();
        boolean late = running != null && running != live.running;
        if (late || (reread && decisions.isDelivered(waiting.input()))) {
            return Decision.none(before);
        }
        return decisions.decide(live, before, waiting.input());
    }

    /// Carries out a durable decision and gives its input the answer. The decision stands even if
    /// an effect fails: the caller must execute the body that it asks for.
    private void settle(LiveRun live, InputBatch.Step step) {
        kernel.guarded("effects", () -> commits.carryOut(live, step.before(), step.decision()));
        Throwable problem = step.problem();
        if (problem == null) step.input().settle(step.decision());
        else step.input().fail(problem);
    }
}
