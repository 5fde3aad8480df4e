package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.run.Run;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One execution of a body: whether it continues, why it was asked to stop, and its progress.
///
/// An interruption reaches the body only while it executes, never the engine's own code on the same
/// thread: the end of the body waits for an interruption that is on its way.
public final class RunningAttempt {
    private final Host host;
    private final Run run;
    private final Instant startedAt;
    private final Signal interrupted = new Signal();
    private Host.@Nullable Task task;
    private @Nullable Cause cause;
    private @Nullable Instant asked;
    private volatile @Nullable String progress;
    private int interruptions;
    private boolean executing;
    private boolean over;
    private boolean driven;

    public RunningAttempt(Host host, Run run) {
        this.host = host;
        this.run = run;
        this.startedAt = host.now();
    }

    /// Returns whether `present` is the run whose body this is, in the same attempt and owned by
    /// the same node.
    public boolean isOf(Run present) {
        return present.isInFlight()
                && present.owner() == run.owner()
                && present.state().equals(run.state())
                && present.progress().attempt() == run.progress().attempt()
                && present.progress().entered().equals(run.progress().entered());
    }

    /// Returns whether this is the attempt that was decided on with `decided`.
    public boolean isFor(Run decided) {
        return run.version() == decided.version();
    }

    public long epoch() {
        return run.owner();
    }

    /// Notes that no task will record the outcome of the body.
    public synchronized void abandon() {
        driven = false;
    }

    /// Returns whether a task has started the body and will record its outcome.
    public synchronized boolean isDriven() {
        return driven;
    }

    /// Returns whether the body executes now.
    public synchronized boolean isExecuting() {
        return executing;
    }

    /// Returns whether the body has ended.
    public synchronized boolean isOver() {
        return over;
    }

    /// Sets the task that executes the body.
    public void carriedBy(Host.Task carrier) {
        synchronized (this) {
            task = carrier;
            if (!executing || cause == null) return;
            interruptions++;
        }
        interrupt(carrier);
    }

    /// Starts the body; false if it was asked to stop before.
    public synchronized boolean start() {
        driven = true;
        executing = cause == null;
        return executing;
    }

    /// Ends the body, and returns why it was asked to stop, if it was.
    public @Nullable Cause end() {
        synchronized (this) {
            executing = false;
            over = true;
            if (interruptions == 0) return cause;
        }
        host.awaitRaised(interrupted);
        synchronized (this) {
            return cause;
        }
    }

    /// Asks the body to stop; the first cause counts.
    public void stop(Cause why, Instant now) {
        Host.Task carrier;
        synchronized (this) {
            if (over || cause != null) return;
            cause = why;
            asked = now;
            carrier = task;
            if (!executing || carrier == null) return;
            interruptions++;
        }
        interrupt(carrier);
    }

    /// Interrupts the body without the monitor, which is not held across a call of the host.
    private void interrupt(Host.Task carrier) {
        carrier.interrupt();
        boolean awaited;
        synchronized (this) {
            interruptions--;
            awaited = over && interruptions == 0;
        }
        if (awaited) host.raise(interrupted);
    }

    /// Returns since when the body ignores that it was asked to stop, if it does.
    public synchronized @Nullable Instant ignoringSince() {
        return over ? null : asked;
    }

    public Instant startedAt() {
        return startedAt;
    }

    public void report(String words) {
        progress = words;
    }

    public @Nullable String progress() {
        return progress;
    }

    /// Why a body is asked to stop.
    public enum Cause {
        TIMEOUT,
        DECISION,
        REVOKED,
        /// The run is another node's.
        FENCED,
        CLOSING
    }
}
