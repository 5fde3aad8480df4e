package dev.pawl.classes.analysis;

import java.time.Duration;

/// The settings of the analyzer.
///
/// - `samplesMin`: fewer samples give no recommendation.
/// - `cpuPerPod`: the CPU, in cores, that a pod is expected to have.
/// - `upper` and `lower`: the share of it above which a function grows, and below which it shrinks.
/// - `nodeUptime`: the probability that a node is up.
public record AnalyzerConfig(
        int samplesMin,
        Duration staleAfter,
        double cpuPerPod,
        double upper,
        double lower,
        double requestsMin,
        double nodeUptime) {
    public static final AnalyzerConfig DEFAULT =
            new AnalyzerConfig(3, Duration.ofMinutes(2), 0.5, 0.9, 0.4, 1.0, 0.99);
}
