package dev.pawl.classes.resource;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which telemetry functions send.
public record TelemetrySpec(
        boolean enabled,
        boolean traces,
        boolean metrics,
        boolean logs,
        double samplingRate,
        @Nullable String serviceName,
        Map<String, String> resourceAttributes) {
    /// The share of traces that is kept if the spec sets none.
    public static final double SAMPLING_RATE = 0.1;

    public TelemetrySpec {
        resourceAttributes = Map.copyOf(resourceAttributes);
    }
}
