package dev.pawl.orchestrator.broker;

/// The terms of a provider: who is served first, how shares relate, and how many permits it needs
/// at least and can use at most.
///
/// A higher `priority` is served first. A provider of weight 2 is due twice what one of weight 1
/// is. What is below `min` is granted before anybody gets more than its own minimum.
public record Terms(int priority, int weight, int min, int max) {
    /// The largest weight, so that shares are compared in whole numbers without overflow.
    public static final int WEIGHT_MAX = 1_000;

    public Terms {
        if (weight < 1 || weight > WEIGHT_MAX) {
            throw new IllegalArgumentException(
                    "expected a weight from 1 to %d, found %d".formatted(WEIGHT_MAX, weight));
        }
        if (min < 0 || max < 1 || max < min) {
            throw new IllegalArgumentException(
                    "expected a minimum from 0 and a maximum from 1 that is not below it,"
                            + " found min %d and max %d".formatted(min, max));
        }
    }

    /// Returns terms with priority 0, weight 1, no minimum and this maximum.
    public static Terms upTo(int max) {
        return new Terms(0, 1, 0, max);
    }
}
