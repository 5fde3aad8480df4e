package dev.pawl.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.pipeline.watermark.WatermarkState;
import dev.pawl.run.Transitions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The tables have every edge of the diagrams, and no other but the declared ones.
final class TablesTest {
    private static List<String> edges(Transitions<?, ?> table) {
        List<String> edges = new ArrayList<>();
        table.moves().forEach(move -> edges.add(move.from() + " --> " + move.to()));
        return edges;
    }

    /// DIA-17, DIA-18, DIA-19, DIA-20 and DIA-21; added: A1, A2, and failures before and between
    /// pages (A5).
    @Test
    void theWorkerHasTheEdgesOfItsDiagram() {
        assertThat(edges(WorkerState.TABLE))
                .containsExactlyInAnyOrder(
                        "WorkerCreated --> PartitionInitialized",
                        "CheckIdempotency --> ProcessPage",
                        "CheckIdempotency --> SkipCompleted",
                        "CheckIdempotency --> SkipDuplicate",
                        "ProcessPage --> FetchFromNivoda",
                        "FetchFromNivoda --> WriteRaw",
                        "WriteRaw --> UpdateProgress",
                        "UpdateProgress --> EnqueueNext",
                        "UpdateProgress --> CompletePartition",
                        "WorkerCompleted --> IncrementCompleted",
                        "WorkerFailed --> IncrementFailed",
                        "IncrementCompleted --> CheckAllWorkers",
                        "IncrementFailed --> CheckAllWorkers",
                        "CheckAllWorkers --> TriggerConsolidation",
                        "CheckAllWorkers --> WaitForOthers",
                        "CheckAllWorkers --> SkipConsolidation",
                        // A1: the way into the processing of pages.
                        "PartitionInitialized --> CheckIdempotency",
                        // A2: the ways out of it.
                        "EnqueueNext --> CheckIdempotency",
                        "SkipDuplicate --> CheckIdempotency",
                        "SkipCompleted --> WorkerCompleted",
                        "CompletePartition --> WorkerCompleted",
                        // Error occurred, wherever the worker is.
                        "WorkerCreated --> WorkerFailed",
                        "PartitionInitialized --> WorkerFailed",
                        "CheckIdempotency --> WorkerFailed",
                        "FetchFromNivoda --> WorkerFailed");
    }

    /// DIA-7; added: a consolidator that finds no rows at all.
    @Test
    void theConsolidationHasTheEdgesOfItsDiagram() {
        assertThat(edges(ConsolidationState.TABLE))
                .containsExactlyInAnyOrder(
                        "ValidatingRun --> LoadingPricingRules",
                        "LoadingPricingRules --> FetchingRawBatch",
                        "FetchingRawBatch --> ProcessingBatch",
                        "ProcessingBatch --> MappingDiamonds",
                        "MappingDiamonds --> ApplyingPricing",
                        "ApplyingPricing --> UpsertingBatch",
                        "UpsertingBatch --> MarkingConsolidated",
                        "MarkingConsolidated --> FetchingRawBatch",
                        "MarkingConsolidated --> UpdatingRunMetadata",
                        "UpdatingRunMetadata --> AdvancingWatermark",
                        "FetchingRawBatch --> UpdatingRunMetadata");
    }

    /// DIA-32, DIA-33; added: a first run that fails, and the way into WatermarkExists (A6).
    @Test
    void theWatermarkHasTheEdgesOfItsDiagram() {
        assertThat(edges(WatermarkState.TABLE))
                .containsExactlyInAnyOrder(
                        "NoWatermark --> WatermarkExists",
                        "WatermarkRead --> RunCreated",
                        "RunCreated --> Processing",
                        "Processing --> WatermarkAdvanced",
                        "WatermarkAdvanced --> WatermarkRead",
                        "Processing --> WatermarkNotAdvanced",
                        "WatermarkNotAdvanced --> WatermarkRead",
                        "WatermarkExists --> WatermarkRead",
                        "NoWatermark --> NoWatermark");
    }
}
