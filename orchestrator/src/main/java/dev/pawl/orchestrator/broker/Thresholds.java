package dev.pawl.orchestrator.broker;

import java.time.Duration;

/// When load counts as too much and when as calm, and what either does to the capacity.
///
/// A sample above `latency`, `errorRate` or `saturation` is a breach; `breaches` in a row take away
/// the part `decrease` of the capacity. A sample below `relief` times all three is calm; `calm` in
/// a row give back `increase` permits. Between the two nothing counts, so that the capacity does
/// not swing.
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
                    "expected 1 or more breaches, calm samples and permits to give back,"
                            + " found %d, %d and %d".formatted(breaches, calm, increase));
        }
        if (!(decrease > 0 && decrease < 1) || !(relief > 0 && relief < 1)) {
            throw new IllegalArgumentException(
                    "expected a decrease and a relief between 0 and 1, found %s and %s"
                            .formatted(decrease, relief));
        }
    }

    /// Returns the usual thresholds: two samples in a row above 2 s, 10 % errors or 80 % saturation
    /// take away 20 % of the capacity; six below 70 % of these give back one permit.
    public static Thresholds ofDefaults() {
        return new Thresholds(Duration.ofSeconds(2), 0.1, 0.8, 2, 6, 0.2, 1, 0.7);
    }
}
