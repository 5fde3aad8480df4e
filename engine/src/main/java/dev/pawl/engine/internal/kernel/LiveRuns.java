package dev.pawl.engine.internal.kernel;

import dev.pawl.run.RunId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The runs that are in memory because a task uses them. All others are only in the store.
public final class LiveRuns {
    private final ConcurrentHashMap<RunId, LiveRun> runs = new ConcurrentHashMap<>();

    /// Returns a run, which stays in memory until it is released as often as it was used.
    public LiveRun use(RunId id) {
        LiveRun used =
                runs.compute(
                        id,
                        (key, present) -> {
                            LiveRun live = present == null ? new LiveRun(key) : present;
                            live.users++;
                            return live;
                        });
        if (used == null) throw new IllegalStateException("no live run " + id);
        return used;
    }

    /// Returns a run for a task that drives it, until the task lets it rest.
    public LiveRun drive(RunId id) {
        LiveRun live = use(id);
        live.drivers.incrementAndGet();
        return live;
    }

    public void rest(LiveRun live) {
        live.drivers.decrementAndGet();
        release(live);
    }

    public void release(LiveRun live) {
        runs.computeIfPresent(live.id, (key, present) -> --present.users == 0 ? null : present);
    }

    /// Returns a run that is in use.
    public Optional<LiveRun> find(RunId id) {
        return Optional.ofNullable(runs.get(id));
    }

    public Iterable<LiveRun> all() {
        return runs.values();
    }
}
