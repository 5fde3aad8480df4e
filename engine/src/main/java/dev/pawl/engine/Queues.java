package dev.pawl.engine;

import dev.pawl.engine.internal.limits.QueueScheduler;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The queues of an engine: shows, declares and changes them.
public final class Queues {
    private final Store store;
    private final QueueScheduler scheduler;

    Queues(Store store, QueueScheduler scheduler) {
        this.store = store;
        this.scheduler = scheduler;
    }

    /// Declares a queue or changes its settings, durably, while its runs continue.
    public void set(QueueSettings settings) {
        scheduler.set(settings);
    }

    /// Pauses or resumes a queue: while it is paused, it admits no runs.
    public void pause(String name, boolean on) {
        scheduler.change(name, settings -> settings.paused(on));
    }

    /// Changes how many runs of a queue execute at once; those beyond a smaller limit continue.
    public void resize(String name, int concurrency) {
        scheduler.change(name, settings -> settings.concurrency(concurrency));
    }

    /// Changes a part of a queue's settings, and creates the queue if there is none; what others
    /// change meanwhile stays. `change` may be applied several times.
    public void change(String name, UnaryOperator<QueueSettings> change) {
        scheduler.changeOrCreate(name, change);
    }

    /// Returns the settings of all queues, by name.
    public List<QueueSettings> all() {
        return scheduler.all();
    }

    /// Returns the settings of a queue.
    public QueueSettings settings(String name) {
        return scheduler.settings(name);
    }

    /// Returns the settings that code declares for a queue, if other limits are in force: limits
    /// that an operator sets survive a restart.
    public Optional<QueueSettings> overridden(String name) {
        return scheduler.overridden(name);
    }

    /// Returns how many runs hold a slot of a queue now.
    public int held(String name) {
        return scheduler.look(name).held();
    }

    /// Returns how many runs wait for a slot of a queue now.
    public long waiting(String name) {
        return store.count(Filter.ALL.queue(name).status(RunStatus.QUEUED));
    }
}
