package dev.pawl.pipeline.run;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.FeedCalls;
import dev.pawl.pipeline.feed.Partition;
import dev.pawl.pipeline.feed.PartitionPlan;
import dev.pawl.pipeline.feed.Window;
import dev.pawl.pipeline.page.PartitionMachine;
import dev.pawl.pipeline.page.PartitionWork;
import dev.pawl.pipeline.settings.PipelineSettings;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.RunTable;
import dev.pawl.pipeline.table.SqlTimes;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.pipeline.watermark.WatermarkLedger;
import dev.pawl.run.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Creates a run: first its row with a fixed window, then its partitions, all in one commit.
final class CreationStep {
    /// A plan counts at most 60 ranges, and each of them may need a few tries.
    private static final int PLAN_CALLS_MAX = 240;

    private static final Duration PLAN_PATIENCE = Duration.ofMinutes(10);

    private final PipelineContext context;
    private final PartitionMachine partitions;

    CreationStep(PipelineContext context, PartitionMachine partitions) {
        this.context = context;
        this.partitions = partitions;
    }

    Outcome<RunResult> execute(Attempt<RunRequest, RunResult> attempt) throws Exception {
        Optional<RunContext> created = attempt.context(RunContext.class);
        return created.isEmpty() ? create(attempt) : plan(attempt, created.get());
    }

    private Outcome<RunResult> create(Attempt<RunRequest, RunResult> attempt) {
        RunRequest request = attempt.request();
        var _ = context.feed(request.feed());
        PipelineSettings settings = context.settings();
        Instant now = SqlTimes.stored(attempt.now());
        Watermark watermark = Watermark.find(attempt::query, request.feed()).orElse(null);
        if (watermark != null && now.isBefore(watermark.value())) {
            return attempt.fail(
                    "expected a time at or after the watermark of %s, which is %s, found %s; check"
                                    .formatted(request.feed(), watermark.value(), now)
                            + " the clock");
        }
        boolean isFull = request.type() == RunType.FULL || watermark == null;
        Window window = new Window(isFull ? null : from(watermark, settings, now), now);
        UUID run = id(attempt.id());
        String given = request.traceId();
        String trace = given == null ? run.toString() : given;
        RunType type = isFull ? RunType.FULL : RunType.INCREMENTAL;
        long version = watermark == null ? WatermarkLedger.NONE : watermark.version();
        RunContext next =
                new RunContext(
                        run,
                        type.text(),
                        trace,
                        window,
                        version,
                        "",
                        RunContext.Phase.WORKERS,
                        null);
        var origin = new RunRow.Origin(request.feed(), type.text(), attempt.id().toString(), trace);
        return attempt.repeatWith(next)
                .writing(tx ->
                        new RunTable(tx, run, now)
                                .create(
                                        origin,
                                        window,
                                        watermark == null ? null : watermark.value(),
                                        settings.policy().text()));
    }

    private static @Nullable Instant from(
            @Nullable Watermark watermark, PipelineSettings settings, Instant now) {
        if (watermark == null) return null;
        Instant from = watermark.value().minus(settings.run().overlap());
        // Without an overlap, a run right after another one has the shortest window there is.
        return from.isBefore(now) ? from : now.minus(1, ChronoUnit.MICROS);
    }

    /// The engine's id names the run, so that a second attempt creates the same row.
    private static UUID id(RunId run) {
        return UUID.nameUUIDFromBytes(("run " + run).getBytes(StandardCharsets.UTF_8));
    }

    private Outcome<RunResult> plan(Attempt<RunRequest, RunResult> attempt, RunContext run)
            throws Exception {
        String feed = attempt.request().feed();
        FeedCalls calls = context.calls(attempt.id(), feed, PLAN_PATIENCE, PLAN_CALLS_MAX);
        PartitionPlan plan = context.feed(feed).plan(run.window(), calls);
        List<PartitionWork> work =
                plan.partitions().stream().map(each -> work(context, attempt, run, each)).toList();
        Instant now = attempt.now();
        return attempt.next()
                .withContext(run)
                .starting(work.stream().map(partitions::start).toList())
                .writing(tx ->
                        new RunTable(tx, run.run(), now).plan(plan.partitions(), plan.remarks()));
    }

    static PartitionWork work(
            PipelineContext context,
            Attempt<RunRequest, RunResult> attempt,
            RunContext run,
            Partition partition) {
        return new PartitionWork(
                attempt.request().feed(),
                run.run(),
                run.traceId(),
                run.window(),
                partition,
                context.settings().run().pageSize(),
                attempt.id().toString());
    }
}
