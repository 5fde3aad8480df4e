package dev.pawl.classes.resource;

import org.jspecify.annotations.Nullable;

/// Non-functional requirements; null where none is set.
public record NfrRequirements(
        @Nullable Double minThroughput,
        @Nullable Double maxLatencyMillis,
        @Nullable Double availabilityPercent,
        @Nullable String consistency) {
    public static final NfrRequirements NONE = new NfrRequirements(null, null, null, null);

    /// Returns these requirements, and those of `others` where these have none.
    public NfrRequirements or(NfrRequirements others) {
        return new NfrRequirements(
                minThroughput == null ? others.minThroughput : minThroughput,
                maxLatencyMillis == null ? others.maxLatencyMillis : maxLatencyMillis,
                availabilityPercent == null ? others.availabilityPercent : availabilityPercent,
                consistency == null ? others.consistency : consistency);
    }
}
