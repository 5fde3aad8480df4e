package dev.pawl.cli.diamonds.display;

import dev.pawl.diamonds.canonical.PageClaims;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A run of a feed at one moment.
///
/// @param row empty until the run has fixed its window
/// @param pending how many stones wait for consolidation
public record LoadSnapshot(
        Instant at, Run run, Optional<RunRow> row, List<PartitionRow> partitions, long pending) {

    /// Reads the rows of a run.
    public static LoadSnapshot of(Instant now, Run run, RowQuery tables) {
        Optional<RunRow> row = row(run, tables);
        return new LoadSnapshot(
                now,
                run,
                row,
                row.map(each -> PartitionRow.all(tables, each.run())).orElse(List.of()),
                row.map(each -> PageClaims.pending(tables::query, each.run().toString()))
                        .orElse(0L));
    }

    private static Optional<RunRow> row(Run run, RowQuery tables) {
        return RunRow.newest(tables, run.key(), 100).stream()
                .filter(each -> each.origin().engineRun().equals(run.id().toString()))
                .findFirst();
    }

    /// Returns the state, spelled as in the run diagram.
    public String state() {
        return state(run);
    }

    /// Returns the state of a run of the engine; an ended one is `Completed`, `Cancelled` or
    /// `Failed`.
    public static String state(Run run) {
        if (!run.status().isEnd()) return run.state();
        if (run.status() == RunStatus.COMPLETED) return RunState.Completed.name();
        return run.status() == RunStatus.CANCELLED ? "Cancelled" : RunState.Failed.name();
    }

    public boolean isCompleted() {
        return run.status() == RunStatus.COMPLETED;
    }

    /// Returns whether the run waits for an operator.
    public boolean waitsForOperator() {
        return !run.status().isEnd() && state().equals(RunState.ConsolidationSkipped.name());
    }

    /// Returns whether nothing will happen by itself.
    public boolean isOver() {
        return run.status().isEnd() || waitsForOperator();
    }

    /// Returns why the run failed, or what it waits for; empty if neither.
    public String problem() {
        String noted = row.map(each -> each.notes().failure()).orElse(null);
        if (noted != null) return noted;
        return run.failure().map(Failure::message).orElse("");
    }

    public long fetched() {
        return partitions.stream().mapToLong(each -> each.counts().fetched()).sum();
    }

    /// Returns how many stones the partitions are expected to have; advice.
    public long expected() {
        return partitions.stream()
                .mapToLong(each ->
                        each.isCompleted()
                                ? each.counts().fetched()
                                : Math.max(each.partition().estimate(), each.counts().fetched()))
                .sum();
    }

    public long completed() {
        return partitions.stream().filter(PartitionRow::isCompleted).count();
    }

    public List<PartitionRow> failed() {
        return partitions.stream().filter(PartitionRow::isFailed).toList();
    }
}
