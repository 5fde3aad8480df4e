package dev.pawl.classes.resource;

import java.time.Instant;

/// One condition of a status, as Kubernetes tools read it.
public record StatusCondition(
        String type,
        Truth status,
        String reason,
        String message,
        Instant lastTransitionTime,
        long observedGeneration) {
    public static final String PROGRESSING = "Progressing";
    public static final String AVAILABLE = "Available";
    public static final String DEGRADED = "Degraded";
    public static final String NFR_OBSERVED = "NfrObserved";
    public static final String NFR_ENFORCED = "NfrEnforced";
    public static final String HELD = "Held";
    public static final String TELEMETRY_CONFIGURED = "TelemetryConfigured";

    /// Returns whether two conditions say the same, whenever they changed.
    public boolean saysTheSameAs(StatusCondition other) {
        return status == other.status
                && observedGeneration == other.observedGeneration
                && type.equals(other.type)
                && reason.equals(other.reason)
                && message.equals(other.message);
    }

    /// Returns this condition with another time of its last change.
    public StatusCondition since(Instant time) {
        return new StatusCondition(type, status, reason, message, time, observedGeneration);
    }

    /// Whether a condition holds.
    public enum Truth {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String text;

        Truth(String text) {
            this.text = text;
        }

        public static Truth of(boolean holds) {
            return holds ? TRUE : FALSE;
        }

        /// Returns the value with the name that Kubernetes uses, or unknown.
        public static Truth of(String text) {
            for (Truth truth : values()) {
                if (truth.text.equals(text)) return truth;
            }
            return UNKNOWN;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
