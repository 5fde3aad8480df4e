package dev.pawl.orchestrator.broker;

/// The terms under which a provider gets permits.
///
/// A higher `priority` is served first. A provider of weight 2 is due twice as many permits as one
/// of weight 1. All minimums are granted before any provider gets more than its own; none gets more
/// than its maximum.
public record PermitTerms(int priority, int weight, int min, int max) {
    /// The largest weight; it keeps the comparison of shares free of overflow.
    public static final int WEIGHT_MAX = 1_000;

    public PermitTerms {
        if (weight < 1 || weight > WEIGHT_MAX) {
            throw new IllegalArgumentException(
                    "expected a weight from 1 to %d, found %d".formatted(WEIGHT_MAX, weight));
        }
        if (min < 0 || max < 1 || max < min) {
            throw new IllegalArgumentException(
                    "expected a minimum of 0 or more and a maximum of 1 or more, not below it,"
                            + " found min %d and max %d".formatted(min, max));
        }
    }

    /// Returns terms with priority 0, weight 1, no minimum and this maximum.
    public static PermitTerms upTo(int max) {
        return new PermitTerms(0, 1, 0, max);
    }
}
