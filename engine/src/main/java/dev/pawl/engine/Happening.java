package dev.pawl.engine;

import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the engine tells its listeners: logs, metrics and traces are made of these.
public sealed interface Happening {

    /// A run changed, durably; a new one has no value before.
    record RunChanged(@Nullable Run before, Run after, List<HistoryEntry> entries)
            implements Happening {}

    /// An attempt of a body begins.
    record AttemptStarted(Run run) implements Happening {}

    /// An attempt of a body is over; `error` is what it threw, if anything.
    record AttemptEnded(Run run, Duration took, @Nullable String error) implements Happening {}

    /// A body goes on although it was asked to stop.
    record BodyStuck(RunId run, String state, Duration since) implements Happening {}

    /// The store refuses for the moment; the engine waits and tries again.
    record StoreTroubled(String problem) implements Happening {}

    /// The store works again.
    record StoreRecovered() implements Happening {}

    /// The store is broken: the engine has stopped.
    record StoreFailed(String problem) implements Happening {}

    /// The engine took up its runs after a start.
    record Resumed(CrashReport report) implements Happening {}

    /// This engine is a node now, in a new life, among those that share its store.
    record Joined(String node, long epoch) implements Happening {}

    /// This node has lost its lease: it has stopped all bodies, and begins a new life.
    record LeaseLost(long epoch, String problem) implements Happening {}

    /// This node took over runs whose owner has no lease any more.
    record TakenOver(int runs) implements Happening {}

    /// A lease was dropped when the engine started: its run is no longer in the attempt that it was
    /// granted for, so no transition would ever free it.
    record LeaseDropped(Lease lease, String reason) implements Happening {}

    /// A queue or pool has other limits than its declaration in code says: those that an operator
    /// set outlive a restart. `kind` is `queue` or `pool`.
    record LimitsOverridden(String kind, String name, String declared, String stored)
            implements Happening {}

    /// A schedule missed more fires than are made up for: so many of the oldest are lost.
    record FiresDropped(String schedule, long count) implements Happening {}

    /// An event that the run `from` sent with an outcome reached no run; `from` is null if the
    /// event was sent before this start of the engine.
    record EventUndelivered(@Nullable RunId from, RunId to, String event, String reason)
            implements Happening {}

    /// A background task of the engine met an error and goes on.
    record TaskFailed(String task, String problem) implements Happening {}
}
