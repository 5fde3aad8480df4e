package dev.pawl.engine.control;

import static java.util.Objects.requireNonNull;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that a tool asks of an engine or a store, with `R` as the type of its result. A
/// [Control] executes it.
///
/// In JSON, `op` is the name of the record with a lower-case first letter.
public sealed interface ControlRequest<R> {

    /// Returns whether the time for a result grows with the number of runs, so that no timeout
    /// fits.
    default boolean isLong() {
        return false;
    }

    /// A request that changes nothing.
    sealed interface Query<R> extends ControlRequest<R> {}

    /// A request that changes something, durably when its result is returned.
    sealed interface Change<R> extends ControlRequest<R> {}

    /// Returns whether an engine is open and since when.
    record GetLiveness() implements Query<Liveness> {}

    /// Returns the runs that match, by id, without their requests and data, so that a listing stays
    /// small.
    record ListRuns(Filter filter, Page page) implements Query<List<Run>> {
        public ListRuns {
            requireNonNull(filter, "filter");
            requireNonNull(page, "page");
        }
    }

    /// Returns the number of runs that match.
    record CountRuns(Filter filter) implements Query<Long> {
        public CountRuns {
            requireNonNull(filter, "filter");
        }
    }

    /// Returns the numbers of live runs by definition, status and state.
    record TallyRuns() implements Query<List<Tally>> {}

    /// Returns a run with all its data.
    record GetRun(RunId id) implements Query<Run> {
        public GetRun {
            requireNonNull(id, "id");
        }
    }

    /// Returns the history of a run after entry number `after`.
    record ListHistory(RunId id, long after, int limit) implements Query<List<HistoryEntry>> {
        public ListHistory {
            requireNonNull(id, "id");
            if (limit < 1 || limit > Page.LIMIT_MAX) {
                throw new IllegalArgumentException(
                        "expected a limit of 1 to %d, found %d".formatted(Page.LIMIT_MAX, limit));
            }
        }
    }

    /// Returns why a run does not continue, or what it does.
    record GetWhy(RunId id) implements Query<Why> {
        public GetWhy {
            requireNonNull(id, "id");
        }
    }

    /// Returns what a command would do to each run that matches.
    record PreviewCommand(Filter filter, Command command) implements Query<List<Plan>> {
        public PreviewCommand {
            requireNonNull(filter, "filter");
            requireNonNull(command, "command");
        }

        @Override
        public boolean isLong() {
            return true;
        }
    }

    /// Returns all known definitions, by name.
    record ListDefinitions() implements Query<List<Definition>> {}

    /// Returns the queues, by name.
    record ListQueues() implements Query<List<QueueView>> {}

    /// Returns the permit pools, by name.
    record ListPools() implements Query<List<PoolView>> {}

    /// Returns the schedules, by name.
    record ListSchedules() implements Query<List<Schedule>> {}

    /// Returns the stored reports of earlier starts of the engine, oldest first.
    record ListReports() implements Query<List<CrashReport>> {}

    /// Checks the store and returns the faults.
    record VerifyStore() implements Query<List<String>> {
        @Override
        public boolean isLong() {
            return true;
        }
    }

    /// Applies a command to a run, and returns the run.
    record CommandRun(RunId id, Command command, By by) implements Change<Run> {
        public CommandRun {
            requireNonNull(id, "id");
            requireNonNull(command, "command");
            requireNonNull(by, "by");
        }
    }

    /// Applies a command to each run that matches and accepts it.
    record CommandRuns(Filter filter, Command command, By by) implements Change<List<Plan>> {
        public CommandRuns {
            requireNonNull(filter, "filter");
            requireNonNull(command, "command");
            requireNonNull(by, "by");
        }

        @Override
        public boolean isLong() {
            return true;
        }
    }

    /// Starts a run of a machine, or returns the existing one.
    record StartRun(Submission submission) implements Change<RunId> {
        public StartRun {
            requireNonNull(submission, "submission");
        }
    }

    /// Starts a copy of a run in a given state.
    record ForkRun(RunId id, String state, @Nullable Payload request, By by)
            implements Change<RunId> {
        public ForkRun {
            requireNonNull(id, "id");
            requireNonNull(state, "state");
            requireNonNull(by, "by");
        }
    }

    /// Creates a queue or changes its settings.
    record SetQueue(QueueSettings settings) implements Change<QueueView> {
        public SetQueue {
            requireNonNull(settings, "settings");
        }
    }

    /// Changes limits of a queue, which is created if there is none. What is null stays, and so
    /// does what others change meanwhile.
    record ChangeQueue(
            String name,
            @Nullable Integer concurrency,
            @Nullable Integer perKey,
            @Nullable Integer rateCount,
            @Nullable Duration rateWindow)
            implements Change<QueueView> {
        public ChangeQueue {
            requireNonNull(name, "name");
            if ((rateCount == null) != (rateWindow == null)) {
                throw new IllegalArgumentException(
                        "expected a rate of queue '%s' with a count and a window, found %s per %s"
                                .formatted(name, rateCount, rateWindow));
            }
            // Limits that no queue can have are refused before an engine is asked.
            QueueSettings limits =
                    new QueueSettings(
                            name,
                            orNone(concurrency),
                            orNone(perKey),
                            orNone(rateCount),
                            rateWindow,
                            false);
            assert limits.name().equals(name);
        }

        private static int orNone(@Nullable Integer limit) {
            return limit == null ? 0 : limit;
        }

        /// Returns settings with these changes.
        public QueueSettings changed(QueueSettings before) {
            QueueSettings after = before;
            if (concurrency != null) after = after.concurrency(concurrency);
            if (perKey != null) after = after.perKey(perKey);
            if (rateCount != null && rateWindow != null) after = after.rate(rateCount, rateWindow);
            return after;
        }
    }

    /// Pauses or resumes a queue.
    record PauseQueue(String name, boolean on) implements Change<QueueView> {
        public PauseQueue {
            requireNonNull(name, "name");
        }
    }

    /// Sets how many runs of a queue execute at once.
    record ResizeQueue(String name, int concurrency) implements Change<QueueView> {
        public ResizeQueue {
            requireNonNull(name, "name");
        }
    }

    /// Frees and returns the lease of a holder that no longer uses it. The lease of a run that
    /// executes is refused.
    record ReleasePermits(String pool, String holder) implements Change<Lease> {
        public ReleasePermits {
            requireNonNull(pool, "pool");
            requireNonNull(holder, "holder");
        }
    }

    /// Pauses or resumes a schedule.
    record PauseSchedule(String name, boolean on) implements Change<Schedule> {
        public PauseSchedule {
            requireNonNull(name, "name");
        }
    }
}
