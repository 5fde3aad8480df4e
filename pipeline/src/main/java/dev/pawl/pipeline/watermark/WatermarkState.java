package dev.pawl.pipeline.watermark;

import dev.pawl.run.Transitions;

/// The states of a feed's watermark, spelled as in the watermark diagram. The ledger walks them in
/// memory; the table is the guard.
public enum WatermarkState {
    NoWatermark,
    WatermarkExists,
    WatermarkRead,
    RunCreated,
    Processing,
    WatermarkAdvanced,
    WatermarkNotAdvanced;

    /// Every transition.
    public static final Transitions<WatermarkState, Verb> TABLE =
            Transitions.<WatermarkState, Verb>table()
                    .edge(NoWatermark, Verb.SAVE, WatermarkExists)
                    .edge(NoWatermark, Verb.LEAVE, NoWatermark)
                    .edge(WatermarkExists, Verb.READ, WatermarkRead)
                    .edge(WatermarkRead, Verb.CREATE, RunCreated)
                    .edge(RunCreated, Verb.PROCESS, Processing)
                    .edge(Processing, Verb.SAVE, WatermarkAdvanced)
                    .edge(Processing, Verb.LEAVE, WatermarkNotAdvanced)
                    .edge(WatermarkAdvanced, Verb.READ, WatermarkRead)
                    .edge(WatermarkNotAdvanced, Verb.READ, WatermarkRead)
                    .build();

    /// The triggers of transitions.
    public enum Verb {
        /// A run is about to be created.
        READ,
        /// The run exists, with the watermark as its start.
        CREATE,
        /// Partitions and consolidators work.
        PROCESS,
        /// The run completed, and nothing is missing.
        SAVE,
        /// The run failed, or was forced.
        LEAVE
    }
}
