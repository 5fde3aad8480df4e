package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.AnalyzerConfig;
import java.time.Duration;

/// How a manager finds recommendations: from which source, how often, and from how much of the
/// past.
public record Analysis(
        MetricSource source,
        Duration interval,
        Duration window,
        Duration step,
        AnalyzerConfig config) {
    public Analysis {
        if (!interval.isPositive() || !step.isPositive() || window.compareTo(step) < 0) {
            throw new IllegalArgumentException(
                    "expected a positive interval and step and a window of at least one step,"
                            + " found %s, %s and %s".formatted(interval, step, window));
        }
    }

    /// Returns an analysis each minute, of samples each 30 s of the last 10 minutes.
    public static Analysis of(MetricSource source) {
        return new Analysis(
                source,
                Duration.ofSeconds(60),
                Duration.ofMinutes(10),
                Duration.ofSeconds(30),
                AnalyzerConfig.DEFAULT);
    }
}
