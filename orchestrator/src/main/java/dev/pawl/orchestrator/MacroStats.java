package dev.pawl.orchestrator;

import java.time.Instant;
import java.util.Map;

/// The statistics of an orchestration; in JSON its fields have the document's names.
///
/// @param eventQueueLen orders that were given and have not been carried out
public record MacroStats(
        String id,
        String state,
        int providerCount,
        int eventQueueLen,
        Map<String, Integer> providerStates,
        Instant createdAt,
        Instant updatedAt) {}
