package dev.pawl.engine.internal.loop;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Host;
import dev.pawl.engine.Lease;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.limits.Permits;
import dev.pawl.engine.internal.time.StopMonitor;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries out a durable change of a run in memory, under the run's lock: its attempt, timers,
/// queues, permits, listeners, and callers that wait for its end.
///
/// Throws nothing: the change stands, and one part that fails must not stop the others. Calls
/// nothing that applies inputs; what needs that is returned as a [FollowUp].
final class Effects {
    private final EngineContext context;
    private final Kernel kernel;
    private final StopMonitor monitor;

    Effects(EngineContext context) {
        this.context = context;
        this.kernel = context.kernel();
        this.monitor = new StopMonitor(kernel, context.timers());
    }

    /// Records leases that are durable, before the body can end and return them.
    void hold(List<Lease> leases) {
        for (Lease lease : leases) {
            kernel.guarded("permits", () -> context.permits().hold(lease));
        }
    }

    /// Carries out what was decided about a run; a new run has no earlier value. Returns what is
    /// left to do without the lock, if anything.
    @Nullable FollowUp carryOut(LiveRun live, @Nullable Run before, Decision decision) {
        if (!decision.changes()) return null;
        RunningAttempt running = running(live, before, decision);
        live.run = decision.run();
        if (running != live.running) publish(live, running);
        return notifyParts(before, decision);
    }

    /// Asks the body of a run to stop.
    void stop(Run run, RunningAttempt running) {
        monitor.stop(run, running, RunningAttempt.Cause.DECISION);
    }

    private @Nullable RunningAttempt running(
            LiveRun live, @Nullable Run before, Decision decision) {
        Run after = decision.run();
        RunningAttempt present = live.running;
        if (decision.execute() != null) return new RunningAttempt(kernel.host, after);
        if (before == null) return null;
        if (decision.interrupt() && present != null) {
            kernel.guarded("stop", () -> stop(after, present));
        }
        boolean same = before.status() == after.status() && before.state().equals(after.state());
        return same ? present : null;
    }

    /// Publishes the attempt of a run. The starter of the run's task sets the task first and then
    /// looks for the attempt; this does the reverse, so one of them finds what the other has set.
    private static void publish(LiveRun live, @Nullable RunningAttempt running) {
        live.running = running;
        Host.Task carrier = live.carrier;
        if (running != null && carrier != null) running.carriedBy(carrier);
    }

    private @Nullable FollowUp notifyParts(@Nullable Run before, Decision decision) {
        Run after = decision.run();
        // Most changes concern none of these, and a change of a run happens for every step.
        if (isTimed(before, after)) kernel.guarded("timers", () -> wake(after));
        if (after.origin().queuePlace() != null) {
            kernel.guarded("queues", () -> context.queues().changed(before, after));
        }
        PermitNeed had = before == null ? null : before.condition().permits();
        PermitNeed has = after.condition().permits();
        if (had != null || has != null) {
            kernel.guarded("permits", () -> permitsChanged(before, had, after));
        }
        kernel.publish(new EngineEvent.RunChanged(before, after, decision.entries()));
        if (after.status().isEnd()) {
            kernel.guarded("await", () -> context.endWaiters().ended(after));
        }
        return isLinkLost(before, after) ? new FollowUp.Link(after) : null;
    }

    /// A run is linked when it is created. If that node crashed before, or the predecessors have
    /// changed, the run is linked again, which is safe to repeat.
    private static boolean isLinkLost(@Nullable Run before, Run after) {
        if (before == null || after.status() != RunStatus.BLOCKED) return false;
        return isMoved(before, after)
                || before.status() != after.status()
                || !before.origin().links().equals(after.origin().links());
    }

    /// Returns whether another node owns the run now, and does what its previous owner may not have
    /// done.
    private static boolean isMoved(Run before, Run after) {
        return before.owner() != after.owner();
    }

    private boolean isTimed(@Nullable Run before, Run after) {
        boolean woken = before != null && before.wake().isPresent();
        return woken || after.wake().isPresent() || !kernel.node.owns(after);
    }

    private void wake(Run after) {
        if (kernel.node.owns(after)) context.timers().set(after);
        else context.timers().forget(after.id());
    }

    private void permitsChanged(@Nullable Run before, @Nullable PermitNeed had, Run after) {
        Permits permits = context.permits();
        boolean same = had != null && had.equals(after.condition().permits());
        if (before != null && same && before.status() == after.status()) {
            if (after.status() == RunStatus.ACQUIRING && isMoved(before, after)) permits.ask(after);
            return;
        }
        boolean granted = same && after.status() == RunStatus.RUNNING;
        PermitNeed freed = granted ? null : had;
        // The run waits again before its permits are granted to others: runs are served by age.
        if (freed != null) permits.free(freed.pool(), after.id());
        if (after.status() == RunStatus.ACQUIRING) permits.ask(after);
        if (freed != null) permits.pump(freed.pool());
    }
}
