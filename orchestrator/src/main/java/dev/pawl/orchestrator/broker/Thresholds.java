package dev.pawl.orchestrator.broker;

import java.time.Duration;

/// Which load is too much and which is calm, and what either does to the capacity.
///
/// A sample above `latency`, `errorRate` or `saturation` is a breach; `breaches` in a row lower the
/// capacity by the share `decrease`. A sample below `relief` times all three is calm; `calm` in a
/// row raise the capacity by `increase`. Samples in between count for neither, so the capacity does
/// not oscillate.
public record Thresholds(
        Duration latency,
        double errorRate,
        double saturation,
        int breaches,
        int calm,
        double decrease,
        int increase,
        double relief) {

    public Thresholds {
        if (!latency.isPositive() || !(errorRate > 0) || !(saturation > 0)) {
            throw new IllegalArgumentException(
                    "expected thresholds above 0, found latency %s, error rate %s, saturation %s"
                            .formatted(latency, errorRate, saturation));
        }
        if (breaches < 1 || calm < 1 || increase < 1) {
            throw new IllegalArgumentException(
                    "expected 1 or more breaches, calm samples and permits to return,"
                            + " found %d, %d and %d".formatted(breaches, calm, increase));
        }
        if (!(decrease > 0 && decrease < 1) || !(relief > 0 && relief < 1)) {
            throw new IllegalArgumentException(
                    "expected a decrease and a relief between 0 and 1, found %s and %s"
                            .formatted(decrease, relief));
        }
    }

    /// Returns the default thresholds: two samples in a row above 2 s, 10 % errors or 80 %
    /// saturation lower the capacity by 20 %; six below 70 % of these raise it by one permit.
    public static Thresholds ofDefaults() {
        return new Thresholds(Duration.ofSeconds(2), 0.1, 0.8, 2, 6, 0.2, 1, 0.7);
    }
}
