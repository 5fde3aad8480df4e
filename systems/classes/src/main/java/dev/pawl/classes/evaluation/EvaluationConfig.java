package dev.pawl.classes.evaluation;

import dev.pawl.classes.enforcement.EnforcementConfig;
import java.time.Duration;

/// The settings of the evaluator.
public record EvaluationConfig(
        Timeouts timeouts,
        EnforcementConfig.RetryConfig requeue,
        EnforcementConfig.RetryConfig applyRetries,
        boolean metricsEnabled,
        boolean autoscalersEnabled,
        EnforcementConfig enforcement) {
    public static final EvaluationConfig DEFAULT =
            new EvaluationConfig(
                    new Timeouts(
                            Duration.ofMinutes(10),
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(30),
                            Duration.ofSeconds(2),
                            Duration.ofMinutes(5)),
                    new EnforcementConfig.RetryConfig(Duration.ofSeconds(5), Duration.ofMinutes(2)),
                    new EnforcementConfig.RetryConfig(Duration.ofSeconds(2), Duration.ofMinutes(5)),
                    false,
                    false,
                    EnforcementConfig.DEFAULT);

    /// Bounds of time.
    ///
    /// - `progress`: children must be ready this long after their apply.
    /// - `grace`: an acknowledged apply may take this long to be seen, a deletion to take effect.
    /// - `recovery`: a problem must be gone this long before a class that is not ready recovers.
    /// - `deletionInterval`: how often a deletion looks for what is left.
    /// - `deletionStuck`: after this a deletion names what blocks it.
    public record Timeouts(
            Duration progress,
            Duration grace,
            Duration recovery,
            Duration deletionInterval,
            Duration deletionStuck) {}
}
