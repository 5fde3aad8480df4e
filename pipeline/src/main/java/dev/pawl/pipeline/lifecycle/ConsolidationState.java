package dev.pawl.pipeline.lifecycle;

import dev.pawl.run.Transitions;

/// The states inside of Consolidating, spelled as in the run diagram. A consolidator walks them in
/// memory; the table is the guard.
public enum ConsolidationState {
    ValidatingRun,
    LoadingPricingRules,
    FetchingRawBatch,
    ProcessingBatch,
    MappingDiamonds,
    ApplyingPricing,
    UpsertingBatch,
    MarkingConsolidated,
    UpdatingRunMetadata,
    AdvancingWatermark;

    /// The name of the machine of a consolidator.
    public static final String MACHINE = "pipeline-consolidation";

    /// Every transition.
    public static final Transitions<ConsolidationState, Verb> TABLE =
            Transitions.<ConsolidationState, Verb>table()
                    .startsIn(ValidatingRun)
                    .edge(ValidatingRun, Verb.VALID, LoadingPricingRules, "Run valid")
                    .edge(LoadingPricingRules, Verb.LOADED, FetchingRawBatch, "Rules loaded")
                    .edge(
                            FetchingRawBatch,
                            Verb.FETCHED,
                            ProcessingBatch,
                            "2000 records fetched (SKIP LOCKED)")
                    .edge(ProcessingBatch, Verb.MAP, MappingDiamonds, "Map raw → canonical")
                    .edge(MappingDiamonds, Verb.PRICE, ApplyingPricing, "Apply pricing rules")
                    .edge(ApplyingPricing, Verb.UPSERT, UpsertingBatch, "Batch upsert (UNNEST)")
                    .edge(UpsertingBatch, Verb.MARK, MarkingConsolidated, "Mark as consolidated")
                    .edge(MarkingConsolidated, Verb.MORE, FetchingRawBatch, "More records exist")
                    .edge(
                            MarkingConsolidated,
                            Verb.NONE_LEFT,
                            UpdatingRunMetadata,
                            "No more records")
                    .edge(FetchingRawBatch, Verb.NONE_LEFT, UpdatingRunMetadata, "No records")
                    .edge(
                            UpdatingRunMetadata,
                            Verb.COMPLETE,
                            AdvancingWatermark,
                            "Update completedAt")
                    .build();

    /// The triggers of transitions.
    public enum Verb {
        VALID,
        LOADED,
        FETCHED,
        MAP,
        PRICE,
        UPSERT,
        MARK,
        MORE,
        NONE_LEFT,
        COMPLETE
    }
}
