package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.Host;
import dev.pawl.engine.Why;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A run in memory: its last durable value, the lock under which it changes, and its attempt.
///
/// Only the holder of the lock writes `run` and `running`; every thread may read them.
public final class LiveRun {
    public final RunId id;
    public final RunLock lock = new RunLock();
    public volatile @Nullable Run run;
    public volatile @Nullable RunningAttempt running;
    public volatile Host.@Nullable Task carrier;

    /// How many tasks drive the run: execute its bodies, are about to, or park it.
    public final AtomicInteger drivers = new AtomicInteger();

    /// The run as this node has just claimed it, which saves reading it again.
    public volatile @Nullable Run claimed;

    /// Why the run could not be parked yet, although nothing else would move it.
    public volatile @Nullable String problem;

    // Guarded by the lock: another node may have changed the run.
    public boolean stale;
    // Guarded by the map of LiveRuns.
    public int users;

    public LiveRun(RunId id) {
        this.id = id;
    }

    /// Returns what keeps the run from being parked, if anything does.
    public Optional<Why.Cause> failing() {
        String present = problem;
        if (present == null) return Optional.empty();
        String text = "the engine can neither move nor park the run and keeps retrying: " + present;
        return Optional.of(new Why.Cause(Why.Cause.Kind.ENGINE_ERROR, text, null));
    }

    /// Returns whether no task will record the outcome of the run's attempt.
    public boolean isAbandoned() {
        RunningAttempt present = running;
        return present == null || !present.isDriven();
    }

    /// Returns the run, which the holder of the lock has loaded.
    public Run loaded() {
        Run present = run;
        if (present == null) throw new IllegalStateException("run " + id + " is not loaded");
        return present;
    }
}
