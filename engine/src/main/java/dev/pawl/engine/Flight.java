package dev.pawl.engine;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One execution of a body: whether it goes on, who asked it to stop, and how far it says it is.
///
/// An interruption reaches the body only while it executes, never the engine's own code on the same
/// thread.
final class Flight {
    private final Instant began;
    private Host.@Nullable Task task;
    private @Nullable Cause cause;
    private @Nullable Instant asked;
    private volatile @Nullable String progress;
    private boolean executing;
    private boolean over;

    Flight(Instant began) {
        this.began = began;
    }

    /// Says which task executes the body.
    synchronized void carriedBy(Host.Task carrier) {
        task = carrier;
        if (executing && cause != null) carrier.interrupt();
    }

    /// Begins the body; false if somebody asked it to stop before.
    synchronized boolean begin() {
        executing = cause == null;
        return executing;
    }

    /// Says that the body has stopped, and returns who asked for it, if anybody did.
    synchronized @Nullable Cause end() {
        executing = false;
        over = true;
        return cause;
    }

    /// Asks the body to stop; the first cause counts.
    synchronized void stop(Cause why, Instant now) {
        if (over || cause != null) return;
        cause = why;
        asked = now;
        if (executing && task != null) task.interrupt();
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
        CLOSING
    }
}
