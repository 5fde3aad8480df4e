package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.mapping.UnknownValue;
import java.util.List;
import java.util.Map;

/// A payload with what mapping, pricing and rating made of it.
sealed interface PreparedStone {

    /// Returns the payload that this is about.
    Payload payload();

    /// A stored payload, as it was read; `run` is the run that queued it.
    record Payload(long number, String stoneId, int revision, String run, String json) {}

    /// A stone that can be written.
    record Ready(
            Payload payload,
            Map<String, String> fields,
            String colour,
            String hash,
            long priceCents,
            String ruleId,
            int rating,
            List<UnknownValue> unknown)
            implements PreparedStone {}

    /// A payload that has no stone.
    record Refused(Payload payload, String field, String reason) implements PreparedStone {}
}
