package dev.pawl.pipeline;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.machine.Fork;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.consolidation.ConsolidationEnd;
import dev.pawl.pipeline.consolidation.ConsolidationMachine;
import dev.pawl.pipeline.consolidation.ConsolidationWork;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.feed.RowQuery;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.page.PartitionEnd;
import dev.pawl.pipeline.page.PartitionMachine;
import dev.pawl.pipeline.page.PartitionWork;
import dev.pawl.pipeline.run.ChainMachine;
import dev.pawl.pipeline.run.RunMachine;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunResult;
import dev.pawl.pipeline.run.TriggerMachine;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.PipelineSchema;
import dev.pawl.pipeline.watermark.MirrorMachine;
import dev.pawl.pipeline.watermark.RewindMachine;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/// Loads feeds in partitions, page by page, consolidates them and advances their watermarks.
///
/// ```java
/// Pipeline pipeline = Pipeline.of(options -> options.feed(stones));
/// Engine engine = Engine.open(store, pipeline::register);
/// engine.start(pipeline.start(RunRequest.full("stones")));
/// ```
///
/// A feed has one active run: by default a second start is refused; choose otherwise with
/// `Start.unique`. All state is in the store, so runs resume after a crash, in this process or
/// another one.
public final class Pipeline {
    private final PipelineContext context;
    private final Machine<PartitionWork, PartitionEnd> partition;
    private final Machine<ConsolidationWork, ConsolidationEnd> consolidation;
    private final Machine<MirrorMachine.MirrorRequest, MirrorMachine.MirrorEnd> mirror;
    private final Machine<ChainMachine.ChainRequest, ChainMachine.ChainEnd> chain;
    private final Machine<RetentionMachine.PruneRequest, RetentionMachine.PruneEnd> retention;
    private final Machine<RunRequest, TriggerMachine.TriggerEnd> trigger;
    private final Machine<RunRequest, RunResult> run;
    private final int partitions;
    private final int consolidators;
    private final Duration keep;

    private Pipeline(PipelineOptions options) {
        context = options.context();
        partitions = options.partitions();
        consolidators = options.consolidators();
        keep = options.keep();
        PartitionMachine reading = new PartitionMachine(context);
        ConsolidationMachine consolidating = new ConsolidationMachine(context);
        partition = reading.machine();
        consolidation = consolidating.machine();
        mirror = new MirrorMachine(context, options.mirror()).machine();
        chain = new ChainMachine(options.chains(), this::start).machine();
        retention = new RetentionMachine(context).machine();
        trigger = new TriggerMachine(this::start).machine();
        run =
                new RunMachine(context, reading, consolidating)
                        .builder()
                        .then(
                                mirror,
                                result ->
                                        new MirrorMachine.MirrorRequest(
                                                result.feed(), result.traceId()))
                        .then(
                                chain,
                                result ->
                                        new ChainMachine.ChainRequest(
                                                result.feed(), result.traceId()))
                        .build();
    }

    /// Creates a pipeline. Throws if it has no feed, or a budget or chain names an unknown one.
    public static Pipeline of(Consumer<PipelineOptions> options) {
        PipelineOptions chosen = new PipelineOptions();
        options.accept(chosen);
        return new Pipeline(chosen);
    }

    /// Registers machines, queues and tables with an engine that is about to open.
    public void register(EngineOptions options) {
        machines().forEach(options::machines);
        registerParts(options);
    }

    /// Registers everything but the machines.
    void registerParts(EngineOptions options) {
        options.tables(PipelineSchema.TABLES);
        options.queue(QueueSettings.of(PipelineContext.PARTITION_QUEUE, partitions));
        // Each run has its own consolidators, and feeds do not wait for each other.
        options.queue(
                QueueSettings.of(
                        PipelineContext.CONSOLIDATION_QUEUE,
                        consolidators * context.feeds().size()));
        options.explaining(causes());
    }

    /// Returns the provider of causes for `why`. It reads the store alone, so it also works without
    /// an engine.
    public static CauseProvider causes() {
        return new PipelineCauses();
    }

    /// Returns all machines, that of a run first.
    public List<Machine<?, ?>> machines() {
        return List.of(
                run,
                partition,
                consolidation,
                mirror,
                chain,
                retention,
                trigger,
                RewindMachine.REWIND);
    }

    /// Returns the machine of a run.
    public Machine<RunRequest, RunResult> runs() {
        return run;
    }

    /// Returns the machine of a partition.
    public Machine<?, ?> partitions() {
        return partition;
    }

    /// Returns the machine of a consolidator.
    public Machine<?, ?> consolidation() {
        return consolidation;
    }

    /// Returns the start of a run. Throws if the feed is not registered.
    public Start<RunRequest> start(RunRequest request) {
        var _ = context.feed(request.feed());
        return run.start(request).key(request.feed());
    }

    /// Returns a fork that continues a failed run behind its partitions, with the same window: it
    /// decides again, and consolidates what is left.
    public Fork<RunRequest, RunResult> resume(RunId failed) {
        return run.fork(failed, RunState.ConsolidationCheck.name());
    }

    /// Returns the start of a run that moves a watermark back.
    public Start<RewindMachine.Rewind> rewind(RewindMachine.Rewind request) {
        return RewindMachine.REWIND.start(request).key(request.feed());
    }

    /// Returns a schedule that loads a feed every `interval`. While its last run is active, fires
    /// are skipped; a run that was started otherwise is waited for.
    public Schedule every(String name, Duration interval, RunRequest request) {
        var _ = context.feed(request.feed());
        return Schedule.every(name, interval, trigger, request);
    }

    /// Returns a schedule that loads a feed by a cron expression in UTC, as [#every] does.
    public Schedule cron(String name, String expression, RunRequest request) {
        var _ = context.feed(request.feed());
        return Schedule.cron(name, expression, trigger, request);
    }

    /// Returns the start of a run that deletes rows of old runs.
    public Start<RetentionMachine.PruneRequest> prune() {
        return retention.start(new RetentionMachine.PruneRequest(keep)).key("retention");
    }

    /// Returns a schedule that deletes rows of old runs every `interval`.
    public Schedule pruning(Duration interval) {
        return Schedule.every(
                "pipeline-retention", interval, retention, new RetentionMachine.PruneRequest(keep));
    }

    /// Returns the failed partitions of a run, which a retry would read on from their cursors.
    public static List<PartitionRow> failedPartitions(RowQuery tables, UUID run) {
        return PartitionRow.all(tables, run).stream().filter(PartitionRow::isFailed).toList();
    }
}
