package dev.pawl.engine;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the engine reports to its listeners, for logs, metrics and traces.
public sealed interface EngineEvent {

    /// A run changed, durably; a new one has no value before.
    record RunChanged(@Nullable Run before, Run after, List<HistoryEntry> entries)
            implements EngineEvent {}

    /// An attempt of a body starts.
    record AttemptStarted(Run run) implements EngineEvent {}

    /// An attempt of a body is over; `error` is what it threw, if anything.
    record AttemptEnded(Run run, Duration took, @Nullable String error) implements EngineEvent {}

    /// A body has not stopped although it was asked to.
    record BodyStuck(RunId run, String state, Duration since) implements EngineEvent {}

    /// The store is unavailable for the moment; the engine waits and tries again.
    record StoreUnavailable(String problem) implements EngineEvent {}

    /// The store is available again.
    record StoreRecovered() implements EngineEvent {}

    /// The store is broken: the engine has stopped.
    record StoreFailed(String problem) implements EngineEvent {}

    /// The engine recovered its runs after a start.
    record Resumed(CrashReport report) implements EngineEvent {}

    /// This engine has joined the nodes that share its store, with a new lease.
    record Joined(String node, long epoch) implements EngineEvent {}

    /// This node has lost its lease: it has stopped all bodies, and joins again.
    record LeaseLost(long epoch, String problem) implements EngineEvent {}

    /// This node took over runs whose owner has no lease any more.
    record TakenOver(int runs) implements EngineEvent {}

    /// A lease was dropped when the engine started: its run is no longer in the attempt that it was
    /// granted for, so no transition would ever free it.
    record LeaseDropped(Lease lease, String reason) implements EngineEvent {}

    /// A queue or pool has other limits than its declaration in code says: those that an operator
    /// set survive a restart. `kind` is `queue` or `pool`.
    record LimitsOverridden(String kind, String name, String declared, String stored)
            implements EngineEvent {}

    /// A schedule missed more fires than are caught up: this many of the oldest are lost.
    record FiresDropped(String schedule, long count) implements EngineEvent {}

    /// An event that the run `from` sent with an outcome reached no run; `from` is null if the
    /// event was sent before this start of the engine.
    record EventUndelivered(@Nullable RunId from, RunId to, String event, String reason)
            implements EngineEvent {}

    /// A background task of the engine met an error and continues.
    record TaskFailed(String task, String problem) implements EngineEvent {}
}
