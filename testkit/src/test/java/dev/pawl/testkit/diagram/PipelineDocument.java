package dev.pawl.testkit.diagram;

import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.WaitOptions;
import dev.pawl.run.Transitions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// The three diagrams of a document about a pipeline, and code that follows them.
final class PipelineDocument {
    static final Transitions<Partition, Signal> PARTITION =
            Transitions.<Partition, Signal>table()
                    .edge(
                            Partition.PartitionPending,
                            Signal.RECEIVED,
                            Partition.PartitionInProgress,
                            "Worker receives WorkItemMessage")
                    .edge(
                            Partition.PartitionInProgress,
                            Signal.STARTED,
                            Partition.PartitionFetchingPages,
                            "Process first page")
                    .edge(
                            Partition.PartitionFetchingPages,
                            Signal.MORE,
                            Partition.PartitionFetchingPages,
                            "Continuation (hasMore=true)")
                    .edge(
                            Partition.PartitionFetchingPages,
                            Signal.LAST,
                            Partition.PartitionCompleted,
                            "Last page processed")
                    .edge(
                            Partition.PartitionFetchingPages,
                            Signal.FAILED,
                            Partition.PartitionFailed,
                            "Error occurred")
                    .build();

    static final Transitions<Consolidation, Signal> CONSOLIDATION =
            Transitions.<Consolidation, Signal>table()
                    .startsIn(Consolidation.ValidatingRun)
                    .edge(
                            Consolidation.ValidatingRun,
                            Signal.STARTED,
                            Consolidation.LoadingPricingRules,
                            "Run valid")
                    .edge(
                            Consolidation.LoadingPricingRules,
                            Signal.STARTED,
                            Consolidation.FetchingRawBatch,
                            "Rules loaded")
                    .edge(
                            Consolidation.FetchingRawBatch,
                            Signal.RECEIVED,
                            Consolidation.ProcessingBatch,
                            "2000 records fetched (SKIP LOCKED)")
                    .edge(
                            Consolidation.ProcessingBatch,
                            Signal.STARTED,
                            Consolidation.MappingDiamonds,
                            "Map raw → canonical")
                    .edge(
                            Consolidation.MappingDiamonds,
                            Signal.STARTED,
                            Consolidation.ApplyingPricing,
                            "Apply pricing rules")
                    .edge(
                            Consolidation.ApplyingPricing,
                            Signal.STARTED,
                            Consolidation.UpsertingBatch,
                            "Batch upsert (UNNEST)")
                    .edge(
                            Consolidation.UpsertingBatch,
                            Signal.STARTED,
                            Consolidation.MarkingConsolidated,
                            "Mark as consolidated")
                    .edge(
                            Consolidation.MarkingConsolidated,
                            Signal.MORE,
                            Consolidation.FetchingRawBatch,
                            "More records exist")
                    .edge(
                            Consolidation.MarkingConsolidated,
                            Signal.LAST,
                            Consolidation.UpdatingRunMetadata,
                            "No more records")
                    .edge(
                            Consolidation.UpdatingRunMetadata,
                            Signal.STARTED,
                            Consolidation.AdvancingWatermark,
                            "Update completedAt")
                    .build();

    /// The states are spelled as Java spells constants, and the labels are the events.
    static final Transitions<Watermark, Signal> WATERMARK =
            Transitions.<Watermark, Signal>table()
                    .edge(Watermark.WATERMARK_READ, Signal.STARTED, Watermark.RUN_CREATED)
                    .edge(Watermark.RUN_CREATED, Signal.STARTED, Watermark.PROCESSING)
                    .edge(Watermark.PROCESSING, Signal.LAST, Watermark.WATERMARK_ADVANCED)
                    .edge(Watermark.WATERMARK_ADVANCED, Signal.STARTED, Watermark.WATERMARK_READ)
                    .edge(Watermark.PROCESSING, Signal.FAILED, Watermark.WATERMARK_NOT_ADVANCED)
                    .edge(
                            Watermark.WATERMARK_NOT_ADVANCED,
                            Signal.STARTED,
                            Watermark.WATERMARK_READ)
                    .build();

    private PipelineDocument() {}

    static String text() {
        String name = "pipeline-document.txt";
        try (InputStream in = PipelineDocument.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("expected a resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the machine of the run diagram, as it is drawn.
    static Machine<String, String> machine() {
        return machine(w -> {});
    }

    /// Returns the machine of the run diagram, with more for its wait `ConsolidationSkipped`.
    static Machine<String, String> machine(Consumer<WaitOptions> skipped) {
        MachineBuilder<String, String> builder =
                Machine.named("pipeline-run", String.class, String.class)
                        .labelled("Created", "Scheduler creates run_metadata")
                        .step(
                                "Created",
                                attempt -> attempt.next(),
                                s -> s.labelled("WorkersRunning", "Workers start consuming"))
                        .await(
                                "WorkersRunning",
                                w ->
                                        w.children(Join.all(), "ConsolidationCheck")
                                                .contains(PARTITION)
                                                .labelled(
                                                        "ConsolidationCheck",
                                                        "All workers finished"))
                        .step(
                                "ConsolidationCheck",
                                attempt -> attempt.next(),
                                s ->
                                        s.choice()
                                                .goesTo("ConsolidationTriggered")
                                                .labelled(
                                                        "ConsolidationSkipped", "failedWorkers > 0")
                                                .labelled(
                                                        "ConsolidationTriggered",
                                                        "failedWorkers == 0 && completedWorkers"
                                                                + " == expectedWorkers"))
                        .await(
                                "ConsolidationSkipped",
                                w -> {
                                    w.after(Duration.ofHours(24), "Failed")
                                            .labelled(
                                                    "Failed", "Alert sent, watermark NOT advanced");
                                    skipped.accept(w);
                                });
        return consolidating(builder).build();
    }

    private static MachineBuilder<String, String> consolidating(
            MachineBuilder<String, String> builder) {
        return builder.step(
                        "ConsolidationTriggered",
                        attempt -> attempt.next(),
                        s -> s.labelled("Consolidating", "Consolidator consumes message"))
                .await(
                        "Consolidating",
                        w ->
                                w.children(Join.all(), "WatermarkUpdate")
                                        .contains(CONSOLIDATION)
                                        .labelled("WatermarkUpdate", "Consolidation complete"))
                .step(
                        "WatermarkUpdate",
                        attempt -> attempt.next(),
                        s ->
                                s.choice()
                                        .goesTo("Failed")
                                        .labelled("Completed", "Watermark saved successfully")
                                        .labelled("Failed", "Watermark save error (CRITICAL)"))
                .end("Completed", "Pipeline successful")
                .step(
                        "Failed",
                        attempt -> attempt.fail("the pipeline failed"),
                        s -> s.alwaysFails().labelled("[*]", "Manual intervention required"));
    }

    enum Partition {
        PartitionPending,
        PartitionInProgress,
        PartitionFetchingPages,
        PartitionCompleted,
        PartitionFailed
    }

    enum Consolidation {
        ValidatingRun,
        LoadingPricingRules,
        FetchingRawBatch,
        ProcessingBatch,
        MappingDiamonds,
        ApplyingPricing,
        UpsertingBatch,
        MarkingConsolidated,
        UpdatingRunMetadata,
        AdvancingWatermark
    }

    enum Watermark {
        WATERMARK_READ,
        RUN_CREATED,
        PROCESSING,
        WATERMARK_ADVANCED,
        WATERMARK_NOT_ADVANCED
    }

    enum Signal {
        RECEIVED,
        STARTED,
        MORE,
        LAST,
        FAILED
    }
}
