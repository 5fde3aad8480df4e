package dev.pawl.machine;

import dev.pawl.run.Family;

/// How many children must end before their parent continues.
public record Join(Policy policy, int count) {
    public Join {
        if (policy != Policy.ALL && count < 1) {
            throw new IllegalArgumentException("expected 1 or more children, found " + count);
        }
    }

    /// Waits until every child has ended, completed or not.
    public static Join all() {
        return new Join(Policy.ALL, 0);
    }

    /// Waits until one child has ended, completed or not.
    public static Join any() {
        return new Join(Policy.ENDED, 1);
    }

    /// Waits until `count` children have completed, or too few are left for that.
    public static Join atLeast(int count) {
        return new Join(Policy.SUCCEEDED, count);
    }

    /// Returns whether a parent with these children continues.
    public boolean isMetBy(Family family) {
        if (family.live() == 0) return true;
        return switch (policy) {
            case ALL -> false;
            case ENDED -> family.succeeded() + family.failed() >= count;
            case SUCCEEDED ->
                    family.succeeded() >= count || family.succeeded() + family.live() < count;
        };
    }

    /// Which children count.
    public enum Policy {
        ALL,
        ENDED,
        SUCCEEDED
    }
}
