package dev.pawl.engine.control;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Explaining;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Everything that a tool can ask of an engine or of a store, and order there.
///
/// An order is durable when its method returns. What is refused throws [dev.pawl.engine.Refused],
/// trouble with the store throws [dev.pawl.engine.store.StoreException], and over a socket both
/// throw [ControlException].
public interface Control extends AutoCloseable {

    /// Returns the control of an open engine and its store; closing it closes neither.
    static Control of(Engine engine, Store store) {
        return new LiveControl(engine, store);
    }

    /// Returns the control of a store on which no engine is open, or that nodes share: `reading`
    /// opens it to look at, `writing` for an order, and each is closed again. What `systems` know
    /// of their runs is part of [#why], as it is where an engine is open.
    static Control offline(
            Supplier<Store> reading, Supplier<Store> writing, Explaining... systems) {
        return new OfflineControl(reading, writing, systems);
    }

    /// Returns whether an engine is open, and since when.
    Liveness liveness();

    /// Returns the runs that match, by id, without what they carry (request, response and the
    /// like): a listing stays small.
    List<Run> runs(Filter filter, Page page);

    /// Returns how many runs match.
    long count(Filter filter);

    /// Returns the live runs counted by definition, status and state.
    List<Tally> tally();

    /// Returns a run, whole.
    Run run(RunId id);

    /// Returns the history of a run after an entry.
    List<HistoryEntry> history(RunId id, long after, int limit);

    /// Returns why a run does not move.
    Why why(RunId id);

    /// Does something to a run.
    Run order(RunId id, Command command, By by);

    /// Returns what a command would do to every run that matches.
    List<Plan> preview(Filter filter, Command command);

    /// Does something to every run that matches and can obey.
    List<Plan> orderAll(Filter filter, Command command, By by);

    /// Starts a run of a machine, or finds the one that exists already.
    RunId start(Submission asked);

    /// Starts a copy of a run in a state.
    RunId fork(RunId id, String state, @Nullable Payload request, By by);

    /// Returns every definition that is known, by name.
    List<Definition> definitions();

    /// Returns the queues, by name.
    List<QueueView> queues();

    /// Declares a queue or changes its settings.
    void setQueue(QueueSettings settings);

    /// Lets a queue admit nobody, or somebody again.
    void pauseQueue(String name, boolean on);

    /// Changes how many runs of a queue execute at once.
    void resizeQueue(String name, int concurrency);

    /// Returns the permit pools, by name.
    List<PoolView> pools();

    /// Frees the lease of a holder that does not use it any more, and returns it. The lease of a
    /// run that executes is refused.
    Lease releasePermits(String pool, String holder);

    /// Returns the schedules, by name.
    List<Schedule> schedules();

    /// Lets a schedule fire no more, or again.
    void pauseSchedule(String name, boolean on);

    /// Returns the reports of all starts that are kept, oldest first.
    List<CrashReport> reports();

    /// Checks the store, and returns what is wrong.
    List<String> verify();

    @Override
    void close();
}
