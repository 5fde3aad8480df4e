package dev.pawl.pipeline.run;

import static dev.pawl.pipeline.lifecycle.RunState.Consolidating;
import static dev.pawl.pipeline.lifecycle.RunState.WorkersRunning;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.lifecycle.RunEvent.ConsolidatorFailed;
import dev.pawl.pipeline.lifecycle.RunEvent.GiveUp;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.SqlTimes;
import dev.pawl.run.Failure;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The steps of a run that check and end it.
final class RunSteps {
    private final PipelineContext context;
    private final RunAlerts alerts;

    RunSteps(PipelineContext context) {
        this.context = context;
        this.alerts = new RunAlerts(context);
    }

    static RunContext context(Attempt<RunRequest, RunResult> attempt) {
        return attempt.context(RunContext.class)
                .orElseThrow(() -> new IllegalStateException("run without a context"));
    }

    /// Notes and reports a run whose partitions or consolidators have not moved for long.
    /// Partitions that are recorded and were not started are started.
    Outcome<RunResult> checkStall(Attempt<RunRequest, RunResult> attempt) {
        RunContext run = context(attempt);
        boolean consolidates = run.phase().kind() == RunContext.Phase.Kind.CONSOLIDATORS;
        if (!consolidates && hasUnstarted(attempt, run)) {
            return attempt.next().withContext(run.in(RunContext.Phase.STARTING));
        }
        Duration limit = context.settings().run().stallAfter();
        Instant moved = lastProgress(attempt, run);
        boolean isStalled = !Duration.between(moved, attempt.now()).minus(limit).isNegative();
        Instant now = attempt.now();
        Instant next = isStalled ? now.plus(limit) : moved.plus(limit);
        Outcome<RunResult> outcome =
                attempt.goTo((consolidates ? Consolidating : WorkersRunning).name())
                        .waking(next)
                        .writing(tx ->
                                new RunTable(tx, run.run(), now).stalled(isStalled ? moved : null));
        return isStalled ? alerts.stalled(run, moved, outcome) : outcome;
    }

    private static boolean hasUnstarted(Attempt<RunRequest, RunResult> attempt, RunContext run) {
        return PartitionRow.all(attempt::query, run.run()).stream()
                .anyMatch(row -> !row.isStarted());
    }

    private static Instant lastProgress(Attempt<RunRequest, RunResult> attempt, RunContext run) {
        List<Instant> times =
                attempt.query(
                        "select max(updated_at) from partition_progress where run_id = ?",
                        row -> row.isNull(1) ? Instant.MIN : SqlTimes.parse(row.text(1)),
                        run.run());
        List<Instant> others =
                attempt.query(
                        "select max(updated_at) from pipeline_consolidators where run_id = ?",
                        row -> row.isNull(1) ? Instant.MIN : SqlTimes.parse(row.text(1)),
                        run.run());
        Instant last = run.window().to();
        for (Instant each : times) if (each.isAfter(last)) last = each;
        for (Instant each : others) if (each.isAfter(last)) last = each;
        return last;
    }

    /// Ends the run; the cleanup records why, as after any other end without completion.
    Outcome<RunResult> fail(Attempt<RunRequest, RunResult> attempt) {
        return attempt.fail(reason(attempt));
    }

    private static String reason(Attempt<RunRequest, RunResult> attempt) {
        RunContext.Problem problem = context(attempt).problem();
        Optional<String> given =
                attempt.event(GiveUp.class)
                        .map(event -> "%s gave up: %s".formatted(event.actor(), event.reason()));
        Optional<String> consolidator =
                attempt.event(ConsolidatorFailed.class)
                        .map(event ->
                                "consolidator %d: %s"
                                        .formatted(event.consolidator(), event.reason()));
        String noted = problem == null ? "no reason was recorded" : problem.reason();
        return given.map(text -> noted + "; " + text).or(() -> consolidator).orElse(noted);
    }

    /// Records and reports a run that ended in any way but completion.
    Outcome<RunResult> recordEnd(Attempt<RunRequest, RunResult> attempt) {
        Optional<RunContext> found = attempt.context(RunContext.class);
        if (found.isEmpty()) return attempt.next();
        RunContext run = found.get();
        RunEnd end = attempt.ending().orElse(RunEnd.COMPLETED);
        Failure failure = end.failure();
        String reason = failure == null ? end.status().name() : failure.message();
        Instant now = attempt.now();
        Outcome<RunResult> outcome =
                attempt.next().writing(tx -> new RunTable(tx, run.run(), now).fail(reason));
        // Who cancels a run knows.
        if (end.status() == RunStatus.CANCELLED) return outcome;
        return alerts.failed(run, reason, outcome);
    }
}
