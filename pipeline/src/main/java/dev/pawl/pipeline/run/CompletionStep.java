package dev.pawl.pipeline.run;

import static dev.pawl.pipeline.lifecycle.RunState.Completed;
import static dev.pawl.pipeline.lifecycle.RunState.Failed;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Transaction;
import dev.pawl.pipeline.consolidation.ConsolidationMachine;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.Feed;
import dev.pawl.pipeline.feed.RemovalPreview;
import dev.pawl.pipeline.feed.RemovalRequest;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.SqlTimes;
import dev.pawl.pipeline.watermark.WatermarkLedger;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Checks the numbers of a run and completes it: the row, the report, the removals and the
/// watermark in one commit, or none of them.
final class CompletionStep {
    private final PipelineContext context;
    private final ConsolidationMachine consolidators;

    CompletionStep(PipelineContext context, ConsolidationMachine consolidators) {
        this.context = context;
        this.consolidators = consolidators;
    }

    Outcome<RunResult> execute(Attempt<RunRequest, RunResult> attempt) {
        RunContext run = RunSteps.context(attempt);
        Feed feed = context.feed(attempt.request().feed());
        RunReport report = RunReport.of(attempt::query, run.run(), feed);
        Instant startedAt =
                RunRow.find(attempt::query, run.run()).map(RunRow::startedAt).orElseThrow();
        Instant now = SqlTimes.stored(attempt.now());
        var removal = new RemovalRequest(run.run(), startedAt, now);
        boolean isComplete = run.missing().isEmpty();
        boolean removes = isComplete && run.window().isFull();
        Optional<String> problem = problem(attempt, run, feed, report);
        RemovalPreview preview = new RemovalPreview(0, 0);
        if (problem.isEmpty() && removes) {
            preview = feed.removable(attempt::query, removal);
            problem = removalProblem(preview);
        }
        if (problem.isPresent()) {
            return attempt.goTo(Failed.name()).withContext(run.failed(problem.get(), false));
        }
        if (isComplete) {
            Optional<String> conflict =
                    new WatermarkLedger(feed.name())
                            .conflict(attempt::query, run.watermarkVersion(), run.window().to());
            if (conflict.isPresent()) {
                return attempt.goTo(Failed.name()).withContext(run.failed(conflict.get(), true));
            }
        }
        // How many items are removed is known only in the transaction; the result shows the
        // preview.
        var result =
                new RunResult(
                        run.run(),
                        feed.name(),
                        run.type(),
                        run.traceId(),
                        isComplete ? run.window().to() : null,
                        report.withRemoved(preview.removable()));
        return attempt.goTo(Completed.name(), result)
                .writing(tx -> {
                    long removed = removes ? feed.remove(tx, removal) : 0;
                    new Completion(run, feed.name(), now).write(tx, report.withRemoved(removed));
                });
    }

    /// Returns why the run is not complete, if it is not.
    private Optional<String> problem(
            Attempt<RunRequest, RunResult> attempt, RunContext run, Feed feed, RunReport report) {
        List<Run> failed = attempt.results(consolidators.machine()).failed();
        if (!failed.isEmpty()) {
            return Optional.of(
                    "%d consolidators ended early, the first as %s"
                            .formatted(failed.size(), failed.getFirst().status()));
        }
        long pending = feed.pending(attempt::query, run.run());
        if (pending > 0) return Optional.of(pending + " rows are not consolidated");
        ConsolidationSettings limits = context.settings().consolidation();
        if (report.quarantinedShare() > limits.quarantineMax()) {
            return Optional.of(
                    "expected at most %s of the items in quarantine, found %d of %d"
                            .formatted(
                                    limits.quarantineMax(), report.quarantined(), report.unique()));
        }
        long missing =
                run.missing().isEmpty() ? RunReport.missing(attempt::query, run.run(), feed) : 0;
        if (missing > limits.missingMax() * report.counted()) {
            return Optional.of(
                    "expected at most %s of the items missing, found %d of %d counted"
                            .formatted(limits.missingMax(), missing, report.counted()));
        }
        return report.problem();
    }

    private Optional<String> removalProblem(RemovalPreview preview) {
        double share = context.settings().consolidation().removalMax();
        if (preview.removable() <= share * preview.live()) return Optional.empty();
        return Optional.of(
                "expected at most %s of the items to vanish, found %d of %d"
                        .formatted(share, preview.removable(), preview.live()));
    }

    /// The end of a run, written as a whole.
    private record Completion(RunContext run, String feed, Instant at) {
        void write(Transaction tx, RunReport report) {
            boolean isComplete = run.missing().isEmpty();
            Instant to = run.window().to();
            if (isComplete) {
                var change = new WatermarkLedger.Change(run.watermarkVersion(), to, at);
                new WatermarkLedger(feed).advance(tx, change, run.run());
            }
            String text = JsonCodec.JSON.encode(report).text();
            new RunTable(tx, run.run(), at).complete(isComplete ? to : null, text);
        }
    }
}
