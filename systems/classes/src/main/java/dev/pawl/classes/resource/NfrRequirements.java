package dev.pawl.classes.resource;

import org.jspecify.annotations.Nullable;

/// Non-functional requirements; null where none is set.
public record NfrRequirements(
        @Nullable Double minThroughput,
        @Nullable Double maxLatencyMillis,
        @Nullable Double availabilityPercent,
        @Nullable String consistency) {
    public static final NfrRequirements NONE = new NfrRequirements(null, null, null, null);
}
