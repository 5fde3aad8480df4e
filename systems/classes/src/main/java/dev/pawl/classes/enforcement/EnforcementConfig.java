package dev.pawl.classes.enforcement;

import java.time.Duration;

/// The bounds of enforcement.
///
/// A value rises after `stabilityUp` and falls after `stabilityDown`. One step changes a value by
/// at most `stepMax` of it, and by at least one replica.
public record EnforcementConfig(
        Duration stabilityUp,
        Duration stabilityDown,
        Duration cooldown,
        Duration staleAfter,
        int replicasMax,
        double stepMax,
        GateConfig gates,
        RetryConfig retries) {
    public static final EnforcementConfig DEFAULT =
            new EnforcementConfig(
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(180),
                    Duration.ofSeconds(120),
                    Duration.ofMinutes(5),
                    20,
                    0.3,
                    new GateConfig(false, 0.5, 0.8),
                    new RetryConfig(Duration.ofSeconds(5), Duration.ofMinutes(5)));

    /// When dimensions may be enforced. `whileProgressing` allows replicas before a class is
    /// available.
    public record GateConfig(boolean whileProgressing, double confidenceMin, double loadMax) {}

    /// How long to wait after a failure: twice as long each time, up to a bound.
    public record RetryConfig(Duration first, Duration max) {
        /// Returns the wait after this many failures.
        public Duration after(int failures) {
            int doublings = Math.min(Math.max(failures - 1, 0), 20);
            Duration wait = first.multipliedBy(1L << doublings);
            return wait.compareTo(max) > 0 ? max : wait;
        }
    }
}
