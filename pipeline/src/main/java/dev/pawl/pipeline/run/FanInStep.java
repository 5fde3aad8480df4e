package dev.pawl.pipeline.run;

import static dev.pawl.pipeline.lifecycle.RunState.ConsolidationSkipped;
import static dev.pawl.pipeline.lifecycle.RunState.ConsolidationTriggered;
import static dev.pawl.pipeline.lifecycle.RunState.PartitionsAdded;
import static dev.pawl.pipeline.lifecycle.RunState.WorkersRunning;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.pipeline.consolidation.ConsolidationMachine;
import dev.pawl.pipeline.consolidation.ConsolidationWork;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.fanin.FanIn;
import dev.pawl.pipeline.fanin.FanIn.Decision;
import dev.pawl.pipeline.feed.BudgetUsedUp;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.FeedThrottled;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.lifecycle.RunEvent.Force;
import dev.pawl.pipeline.lifecycle.RunEvent.RetryFailed;
import dev.pawl.pipeline.page.PartitionMachine;
import dev.pawl.pipeline.page.PartitionWork;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.WorkerCounts;
import dev.pawl.pipeline.table.WorkerTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The steps between partitions and consolidators: adds partitions, decides whether to consolidate,
/// and starts the consolidators.
final class FanInStep {
    private static final Duration CHANGES_PATIENCE = Duration.ofMinutes(1);
    private static final Duration CHANGES_PAUSE = Duration.ofSeconds(10);
    private static final int CHANGES_CALLS_MAX = 20;

    private final PipelineContext context;
    private final PartitionMachine partitions;
    private final ConsolidationMachine consolidators;
    private final RunAlerts alerts;

    FanInStep(
            PipelineContext context,
            PartitionMachine partitions,
            ConsolidationMachine consolidators) {
        this.context = context;
        this.partitions = partitions;
        this.consolidators = consolidators;
        this.alerts = new RunAlerts(context);
    }

    /// Starts the partitions that were split off, and the failed ones if an operator asks for it.
    Outcome<RunResult> add(Attempt<RunRequest, RunResult> attempt) {
        RunContext run = RunSteps.context(attempt);
        // After this state was entered without an event, the last one is an old one.
        boolean retries =
                run.phase().kind() != RunContext.Phase.Kind.STARTING
                        && attempt.event(RetryFailed.class).isPresent();
        List<Partition> fresh = new ArrayList<>();
        List<Partition> failed = new ArrayList<>();
        for (PartitionRow row : PartitionRow.all(attempt::query, run.run())) {
            if (!row.isStarted()) fresh.add(row.partition());
            else if (retries && row.isFailed()) failed.add(row.partition());
        }
        List<Partition> all = new ArrayList<>(fresh);
        all.addAll(failed);
        RunContext next = run.missing(null).in(RunContext.Phase.WORKERS);
        boolean isIdle = all.isEmpty() && workers(attempt, run).open() == 0;
        if (isIdle) return attempt.next().withContext(next);
        Instant now = attempt.now();
        return attempt.goTo(WorkersRunning.name())
                .withContext(next)
                .starting(
                        all.stream()
                                .map(each -> CreationStep.work(context, attempt, run, each))
                                .map(partitions::start)
                                .toList())
                .writing(tx -> {
                    RunTable table = new RunTable(tx, run.run(), now);
                    table.start(fresh);
                    for (Partition each : failed) table.retry(each);
                });
    }

    Outcome<RunResult> check(Attempt<RunRequest, RunResult> attempt) throws Exception {
        RunContext run = RunSteps.context(attempt);
        List<PartitionRow> rows = PartitionRow.all(attempt::query, run.run());
        if (rows.stream().anyMatch(row -> !row.isStarted())) {
            return attempt.goTo(PartitionsAdded.name())
                    .withContext(run.in(RunContext.Phase.STARTING));
        }
        List<PartitionWork> unrecorded =
                rows.stream()
                        .filter(row -> row.status().isEmpty() || isRunning(row))
                        .map(row -> CreationStep.work(context, attempt, run, row.partition()))
                        .toList();
        if (!unrecorded.isEmpty()) return record(attempt, run, unrecorded);
        boolean isRead =
                rows.stream().noneMatch(row -> row.isFailed() || isChanges(row.partition()));
        if (!isRead) return decide(attempt, run);
        try {
            Optional<Partition> changes = changes(attempt, run);
            if (changes.isPresent()) return addChanges(attempt, run, changes.get());
            return decide(attempt, run);
        } catch (FeedThrottled e) {
            Duration delay = e.throttling().delay();
            return attempt.waitAndRepeat(
                    delay.isPositive() ? delay : CHANGES_PAUSE, String.valueOf(e.getMessage()));
        } catch (BudgetUsedUp e) {
            return attempt.waitAndRepeat(CHANGES_PAUSE, String.valueOf(e.getMessage()));
        }
    }

    private static boolean isChanges(Partition partition) {
        return partition.id().equals(Partition.CHANGES);
    }

    /// Asks what has changed since the run started. Asked once all partitions are read, because
    /// what changes later was read by the partition in which it was.
    private Optional<Partition> changes(Attempt<RunRequest, RunResult> attempt, RunContext run)
            throws Exception {
        String feed = attempt.request().feed();
        FeedCalls calls = context.calls(attempt.id(), feed, CHANGES_PATIENCE, CHANGES_CALLS_MAX);
        return context.feed(feed).changes(run.window(), calls);
    }

    private static Outcome<RunResult> addChanges(
            Attempt<RunRequest, RunResult> attempt, RunContext run, Partition changes) {
        Instant now = attempt.now();
        return attempt.goTo(PartitionsAdded.name())
                .withContext(run.in(RunContext.Phase.STARTING))
                .writing(tx ->
                        new RunTable(tx, run.run(), now)
                                .add(
                                        new Partition(
                                                Partition.CHANGES,
                                                changes.range(),
                                                changes.estimate())));
    }

    private static boolean isRunning(PartitionRow row) {
        return row.status().equals(WorkerTable.RUNNING);
    }

    /// Records partitions whose run ended before it could do so itself, such as one that was
    /// cancelled while it was queued.
    private Outcome<RunResult> record(
            Attempt<RunRequest, RunResult> attempt, RunContext run, List<PartitionWork> work) {
        Instant now = attempt.now();
        String worker = context.worker();
        return attempt.repeatWith(run)
                .writing(tx -> {
                    for (PartitionWork each : work) {
                        new WorkerTable(tx, run.run(), each.partition().id(), now)
                                .fail(
                                        worker,
                                        PartitionMachine.workItem(each),
                                        "ended before it was read");
                    }
                });
    }

    private Outcome<RunResult> decide(Attempt<RunRequest, RunResult> attempt, RunContext run) {
        Instant ended = run.phase().endedAt();
        Instant since = ended == null ? attempt.now() : ended;
        WorkerCounts workers = workers(attempt, run);
        Duration waited = Duration.between(since, attempt.now());
        return switch (FanIn.decide(workers, context.settings().policy(), false, waited)) {
            case Decision.Trigger(String missing) ->
                    attempt.goTo(ConsolidationTriggered.name()).withContext(run.missing(missing));
            case Decision.Skip(String reason) ->
                    alerts.skipped(
                            run,
                            reason,
                            attempt.goTo(ConsolidationSkipped.name())
                                    .withContext(run.failed(reason, false))
                                    .waking(
                                            attempt.now()
                                                    .plus(
                                                            context.settings()
                                                                    .run()
                                                                    .decideWithin())));
            case Decision.Delay(Duration left, String reason) ->
                    attempt.waitAndRepeat(left, reason + "; consolidates without them after that")
                            .withContext(run.in(RunContext.Phase.ended(since)));
            case Decision.Wait(int open) ->
                    attempt.fail(
                            "expected all partitions of run %s to have ended, found %d open"
                                    .formatted(run.run(), open));
        };
    }

    private static WorkerCounts workers(Attempt<RunRequest, RunResult> attempt, RunContext run) {
        return RunRow.find(attempt::query, run.run())
                .orElseThrow(() -> new IllegalStateException("no row of run " + run.run()))
                .workers();
    }

    /// Starts the consolidators. A forced run records who forced it, and what is missing.
    Outcome<RunResult> trigger(Attempt<RunRequest, RunResult> attempt) {
        RunContext run = RunSteps.context(attempt);
        Optional<Force> force = attempt.event(Force.class);
        RunContext next = run;
        if (force.isPresent()) {
            WorkerCounts workers = workers(attempt, run);
            Decision decision =
                    FanIn.decide(workers, context.settings().policy(), true, Duration.ZERO);
            if (decision instanceof Decision.Trigger(String missing)) next = run.missing(missing);
        }
        int batch = context.settings().consolidation().batch();
        List<ConsolidationWork> work = new ArrayList<>();
        for (int i = 0; i < context.settings().consolidation().consolidators(); i++) {
            work.add(
                    new ConsolidationWork(
                            attempt.request().feed(),
                            run.run(),
                            run.traceId(),
                            i,
                            batch,
                            attempt.id().toString()));
        }
        Instant now = attempt.now();
        String engineRun = attempt.id().toString();
        return attempt.next()
                .withContext(next.in(RunContext.Phase.CONSOLIDATORS))
                .starting(work.stream().map(consolidators::start).toList())
                .writing(tx -> {
                    RunTable table = new RunTable(tx, run.run(), now);
                    table.continueAs(engineRun);
                    force.ifPresent(by -> table.force(by.actor(), by.reason()));
                });
    }
}
