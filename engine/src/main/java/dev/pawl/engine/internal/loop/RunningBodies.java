package dev.pawl.engine.internal.loop;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Host;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.CallerDeadline;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.machine.Writing;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The tasks that execute bodies of runs: starts and counts them, stops bodies, and waits until no
/// task is left.
public final class RunningBodies {
    private final Kernel kernel;
    private final LiveRuns liveRuns;
    private final BodyThreads threads;
    private final AtomicInteger count = new AtomicInteger();
    private final Signal ended = new Signal();

    public RunningBodies(Kernel kernel, LiveRuns liveRuns, BodyThreads threads) {
        this.kernel = kernel;
        this.liveRuns = liveRuns;
        this.threads = threads;
    }

    /// Executes the bodies of a run on a task of its own.
    public void start(LiveRun live, Runnable bodies) {
        LiveRun driven = liveRuns.drive(live.id);
        assert driven == live;
        count.incrementAndGet();
        kernel.start(
                "run " + live.id,
                () -> threads.execute(live.id, () -> execute(live, bodies)),
                task -> carriedBy(live, task));
    }

    private static void carriedBy(LiveRun live, Host.Task task) {
        live.carrier = task;
        RunningAttempt running = live.running;
        if (running != null) running.carriedBy(task);
    }

    private void execute(LiveRun live, Runnable bodies) {
        try {
            bodies.run();
        } finally {
            liveRuns.rest(live);
            if (count.decrementAndGet() == 0) kernel.host.raise(ended);
        }
    }

    /// Returns the SQL of a run's step so that the thread that executes it is known: the store may
    /// use one of its own.
    public List<Writing> marked(LiveRun live, List<Writing> writings) {
        return threads.marked(live.id, writings);
    }

    /// Waits until no body executes. Bodies that still execute at `until` are asked to stop, and
    /// are reported as stuck if they do not.
    public void awaitEnd(Instant until) {
        if (isEmptyBy(until)) return;
        stopAll(RunningAttempt.Cause.CLOSING);
        if (isEmptyBy(kernel.now().plus(Limits.STUCK_AFTER))) return;
        for (LiveRun live : liveRuns.all()) {
            RunningAttempt running = live.running;
            Run run = live.run;
            if (running != null && run != null && running.ignoringSince() != null) {
                kernel.publish(
                        new EngineEvent.BodyStuck(run.id(), run.state(), Limits.STUCK_AFTER));
            }
        }
    }

    /// Stops all bodies, and lets none start until this node joins again: it owns their runs no
    /// longer.
    public void fence() {
        kernel.node.suspend();
        stopAll(RunningAttempt.Cause.FENCED);
    }

    private void stopAll(RunningAttempt.Cause cause) {
        for (LiveRun live : liveRuns.all()) {
            RunningAttempt running = live.running;
            if (running != null) running.stop(cause, kernel.now());
        }
    }

    public boolean isEmpty() {
        return count.get() == 0;
    }

    private boolean isEmptyBy(Instant until) {
        CallerDeadline deadline = new CallerDeadline(kernel, until);
        while (!isEmpty()) {
            if (!deadline.awaitUninterruptibly(ended)) return isEmpty();
        }
        return true;
    }
}
