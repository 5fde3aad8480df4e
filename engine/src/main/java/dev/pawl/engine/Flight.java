package dev.pawl.engine;

import dev.pawl.run.Run;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One execution of a body: whether it goes on, who asked it to stop, and how far it says it is.
///
/// An interruption reaches the body only while it executes, never the engine's own code on the same
/// thread: the end of the body waits for an interruption that is on its way.
final class Flight {
    private final Host host;
    private final Run run;
    private final Instant began;
    private final Signal interrupted = new Signal();
    private Host.@Nullable Task task;
    private @Nullable Cause cause;
    private @Nullable Instant asked;
    private volatile @Nullable String progress;
    private int interruptions;
    private boolean executing;
    private boolean over;
    private volatile boolean driven;

    Flight(Host host, Run run) {
        this.host = host;
        this.run = run;
        this.began = host.now();
    }

    /// Returns whether `present` is the run whose body this is, in the same attempt and owned by
    /// the same node.
    boolean isOf(Run present) {
        return present.isInFlight()
                && present.owner() == run.owner()
                && present.state().equals(run.state())
                && present.progress().attempt() == run.progress().attempt()
                && present.progress().entered().equals(run.progress().entered());
    }

    /// Returns whether this is the flight that was decided on with `decided`.
    boolean isFor(Run decided) {
        return run.version() == decided.version();
    }

    long epoch() {
        return run.owner();
    }

    /// Says whether a task is about to execute the body, or does, and will record what comes of it.
    void driven(boolean on) {
        driven = on;
    }

    boolean isDriven() {
        return driven;
    }

    /// Returns whether the body executes now.
    synchronized boolean isExecuting() {
        return executing;
    }

    /// Returns whether the body has ended.
    synchronized boolean isOver() {
        return over;
    }

    /// Says which task executes the body.
    void carriedBy(Host.Task carrier) {
        synchronized (this) {
            task = carrier;
            if (!executing || cause == null) return;
            interruptions++;
        }
        interrupt(carrier);
    }

    /// Begins the body; false if somebody asked it to stop before.
    synchronized boolean begin() {
        executing = cause == null;
        return executing;
    }

    /// Says that the body has stopped, and returns who asked for it, if anybody did.
    @Nullable Cause end() {
        boolean awaits;
        synchronized (this) {
            executing = false;
            over = true;
            awaits = interruptions > 0;
        }
        if (awaits) host.awaitRaised(interrupted);
        synchronized (this) {
            return cause;
        }
    }

    /// Asks the body to stop; the first cause counts.
    void stop(Cause why, Instant now) {
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
    synchronized @Nullable Instant ignoringSince() {
        return over ? null : asked;
    }

    Instant began() {
        return began;
    }

    void report(String words) {
        progress = words;
    }

    @Nullable String progress() {
        return progress;
    }

    /// Why a body is asked to stop.
    enum Cause {
        TIMEOUT,
        DECISION,
        REVOKED,
        /// The run is another node's.
        FENCED,
        CLOSING
    }
}
