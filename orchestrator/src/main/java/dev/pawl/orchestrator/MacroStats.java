package dev.pawl.orchestrator;

import java.time.Instant;
import java.util.Map;

/// The statistics of an orchestration; its JSON fields have the names of the specification.
///
/// @param eventQueueLen the number of orders that have not been carried out
public record MacroStats(
        String id,
        String state,
        int providerCount,
        int eventQueueLen,
        Map<String, Integer> providerStates,
        Instant createdAt,
        Instant updatedAt) {}
