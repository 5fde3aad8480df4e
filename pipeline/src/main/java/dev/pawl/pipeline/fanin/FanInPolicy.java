package dev.pawl.pipeline.fanin;

import java.time.Duration;

/// When a run is consolidated whose partitions have all ended.
public sealed interface FanInPolicy {
    /// Only if every partition completed.
    record All() implements FanInPolicy {}

    /// If every partition completed, or at least this share of them; then after a delay, in which
    /// an operator can retry the others.
    record Threshold(double share, Duration delay) implements FanInPolicy {
        public Threshold {
            if (!(share > 0 && share <= 1) || delay.isNegative()) {
                throw new IllegalArgumentException(
                        "expected a share above 0 and up to 1 and a delay of 0 or more, found %s"
                                        .formatted(share)
                                + " and "
                                + delay);
            }
        }
    }

    /// Only when an operator forces it, even if every partition completed.
    record Manual() implements FanInPolicy {}

    /// Returns the policy as text.
    default String text() {
        return switch (this) {
            case All _ -> "all";
            case Threshold(double share, Duration delay) ->
                    "threshold " + share + " after " + delay;
            case Manual _ -> "manual";
        };
    }
}
