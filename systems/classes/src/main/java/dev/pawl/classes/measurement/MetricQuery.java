package dev.pawl.classes.measurement;

import dev.pawl.classes.observation.ChildRef;
import java.time.Duration;
import java.time.Instant;

/// What is asked about one workload: its samples from `from` to `to`, one each `step`.
public record MetricQuery(
        String namespace, ChildRef workload, Instant from, Instant to, Duration step) {
    public MetricQuery {
        if (!step.isPositive() || to.isBefore(from)) {
            throw new IllegalArgumentException(
                    "expected a positive step and a range, found %s from %s to %s"
                            .formatted(step, from, to));
        }
    }
}
