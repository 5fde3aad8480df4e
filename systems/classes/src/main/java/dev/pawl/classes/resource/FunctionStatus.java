package dev.pawl.classes.resource;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is known about one function: where it is reached, and whether it is ready.
public record FunctionStatus(String functionKey, Endpoint endpoint, Readiness readiness) {
    /// Where a function is reached. A function without a workload has no service.
    public record Endpoint(
            @Nullable String service,
            @Nullable Integer port,
            @Nullable String predictedUrl,
            @Nullable String observedUrl,
            String template) {}

    /// Whether a function is ready, and why not.
    public record Readiness(
            boolean ready,
            @Nullable String reason,
            @Nullable String message,
            @Nullable Instant lastTransitionTime) {
        /// Returns whether two records say the same, whenever they changed.
        public boolean saysTheSameAs(Readiness other) {
            return ready == other.ready
                    && Objects.equals(reason, other.reason)
                    && Objects.equals(message, other.message);
        }
    }
}
