package dev.pawl.machine;

import dev.pawl.run.Family;

/// When enough children have ended for their parent to go on.
public record Join(Policy policy, int count) {
    public Join {
        if (policy != Policy.ALL && count < 1) {
            throw new IllegalArgumentException("children are 1 or more, not " + count);
        }
    }

    /// Every child has ended, however.
    public static Join all() {
        return new Join(Policy.ALL, 0);
    }

    /// One child has ended, however.
    public static Join any() {
        return new Join(Policy.ENDED, 1);
    }

    /// At least `count` children have completed, or no more can.
    public static Join atLeast(int count) {
        return new Join(Policy.SUCCEEDED, count);
    }

    /// Returns whether `family` is complete by this policy.
    public boolean isMetBy(Family family) {
        if (family.live() == 0) return true;
        return switch (policy) {
            case ALL -> false;
            case ENDED -> family.succeeded() + family.failed() >= count;
            case SUCCEEDED ->
                    family.succeeded() >= count || family.succeeded() + family.live() < count;
        };
    }

    /// What is counted.
    public enum Policy {
        ALL,
        ENDED,
        SUCCEEDED
    }
}
