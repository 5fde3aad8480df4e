package dev.pawl.pipeline.consolidation;

import dev.pawl.run.RunId;
import java.util.UUID;

/// The work of one consolidator: batches of a run's rows until none are left.
public record ConsolidationWork(
        String feed, UUID run, String traceId, int number, int batch, String parent) {
    RunId parentRun() {
        return RunId.parse(parent);
    }

    String key() {
        return run + "/consolidator-" + number;
    }
}
