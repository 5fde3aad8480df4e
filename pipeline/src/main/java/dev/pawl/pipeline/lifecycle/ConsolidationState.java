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
                    .edge(ValidatingRun, Verb.VALID, LoadingPricingRules)
                    .edge(LoadingPricingRules, Verb.LOADED, FetchingRawBatch)
                    .edge(FetchingRawBatch, Verb.FETCHED, ProcessingBatch)
                    .edge(ProcessingBatch, Verb.MAP, MappingDiamonds)
                    .edge(MappingDiamonds, Verb.PRICE, ApplyingPricing)
                    .edge(ApplyingPricing, Verb.UPSERT, UpsertingBatch)
                    .edge(UpsertingBatch, Verb.MARK, MarkingConsolidated)
                    .edge(MarkingConsolidated, Verb.MORE, FetchingRawBatch)
                    .edge(MarkingConsolidated, Verb.NONE_LEFT, UpdatingRunMetadata)
                    .edge(FetchingRawBatch, Verb.NONE_LEFT, UpdatingRunMetadata)
                    .edge(UpdatingRunMetadata, Verb.COMPLETE, AdvancingWatermark)
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
