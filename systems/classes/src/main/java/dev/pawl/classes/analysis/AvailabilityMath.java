package dev.pawl.classes.analysis;

/// How many replicas an availability needs, and how many the data grid may lose.
public final class AvailabilityMath {
    private static final int REPLICAS_MAX = 1000;

    private AvailabilityMath() {}

    /// Returns the least number of independent replicas of which one is up with this probability,
    /// where each is up with probability `uptime`.
    public static int replicas(double availability, double uptime) {
        if (!(availability > 0) || !(uptime > 0)) return 1;
        if (uptime >= 1) return 1;
        if (availability >= 1) return REPLICAS_MAX;
        double needed = Math.log(1 - availability) / Math.log(1 - uptime);
        // The quotient of logarithms can miss a whole number by a rounding error.
        int replicas = (int) Math.ceil(needed - 1e-9);
        return Math.max(1, Math.min(REPLICAS_MAX, replicas));
    }

    /// Returns how many of `members` must agree.
    public static int quorum(int members) {
        return Math.max(1, members) / 2 + 1;
    }

    /// Returns whether a data grid keeps its quorum when it shrinks: every remaining member must
    /// have been enough before.
    public static boolean mayShrink(int from, int to, int shardReplicas) {
        return to >= Math.max(1, shardReplicas) && to >= quorum(from);
    }
}
