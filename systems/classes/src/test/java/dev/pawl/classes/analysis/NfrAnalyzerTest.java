package dev.pawl.classes.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.analysis.MetricSeries.MetricSample;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrRequirements;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The arithmetic of recommendations: CLS-44, CLS-58, CRM-15 to CRM-17, K19.
class NfrAnalyzerTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final double MEBI = 1024 * 1024;
    private static final NfrRequirements NONE = NfrRequirements.NONE;

    private final NfrAnalyzer analyzer = new NfrAnalyzer(AnalyzerConfig.DEFAULT);

    @Test
    void aBusyFunctionGrowsAndAnIdleOneShrinks() {
        assertThat(replicas(2, metrics(100, 10, 2.0), NONE)).isEqualTo(7);
        assertThat(replicas(4, metrics(100, 10, 0.1), NONE)).isEqualTo(1);
        assertThat(replicas(2, metrics(100, 10, 0.6), NONE)).isEqualTo(2);
    }

    /// K19: throughput counts for every template, from what one request costs.
    @Test
    void aRequiredThroughputIsPlannedFor() {
        NfrRequirements required = new NfrRequirements(1000.0, null, null, null);
        assertThat(replicas(2, metrics(100, 10, 0.6), required)).isEqualTo(14);
        assertThat(replicas(2, metrics(0.5, 10, 0.6), required)).isEqualTo(2);
    }

    @Test
    void aLatencyThatIsTooLongGrowsAndNeverShrinks() {
        NfrRequirements required = new NfrRequirements(null, 100.0, null, null);
        assertThat(replicas(4, metrics(100, 150, 0.1), required)).isEqualTo(6);
        assertThat(replicas(4, metrics(100, 900, 0.1), required)).isEqualTo(8);
        assertThat(replicas(4, metrics(100, 90, 0.1), required)).isEqualTo(1);
    }

    @Test
    void missingStaleOrFewSamplesNeverShrink() {
        MetricSeries idle = series(0.01, 5, 0);
        FunctionMetrics noRequests =
                new FunctionMetrics(MetricSeries.NONE, MetricSeries.NONE, idle, idle);
        assertThat(replicas(4, noRequests, NONE)).isEqualTo(4);
        FunctionMetrics stale =
                new FunctionMetrics(series(9, 5, 300), series(9, 5, 300), idle, idle);
        assertThat(replicas(4, stale, NONE)).isEqualTo(4);
        FunctionMetrics few = new FunctionMetrics(series(9, 2, 0), series(9, 2, 0), idle, idle);
        assertThat(replicas(4, few, NONE)).isEqualTo(4);
        assertThat(analyzer.recommend(subject(4, NONE), FunctionMetrics.NONE, NOW)).isEmpty();
    }

    @Test
    void valuesThatAreNoNumbersAreIgnored() {
        MetricSeries broken =
                new MetricSeries(
                        List.of(
                                new MetricSample(NOW, Double.NaN),
                                new MetricSample(NOW, Double.POSITIVE_INFINITY)));
        assertThat(broken.samples()).isEmpty();
    }

    @Test
    void confidenceGrowsWithSamplesAndTheTimeIsThatOfTheNewest() {
        Recommendation one = recommend(2, metrics(100, 10, 2.0), NONE, Dimension.REPLICAS);
        assertThat(one.confidence()).isEqualTo(0.5);
        assertThat(one.observedAt()).isEqualTo(NOW);
        assertThat(one.generation()).isEqualTo(3);
    }

    @Test
    void memoryIsRoundedUpAndSmallChangesAreNotWorthIt() {
        FunctionMetrics metrics =
                new FunctionMetrics(
                        MetricSeries.NONE,
                        MetricSeries.NONE,
                        MetricSeries.NONE,
                        series(100 * MEBI, 5, 0));
        assertThat(memory(metrics, null)).containsExactly(128 * MEBI);
        assertThat(memory(metrics, 120 * MEBI)).isEmpty();
        assertThat(memory(metrics, 64 * MEBI)).containsExactly(128 * MEBI);
    }

    @ParameterizedTest
    @CsvSource({
        "0.99, 0.99, 1",
        "0.999, 0.99, 2",
        "0.9999, 0.99, 2",
        "0.99999, 0.99, 3",
        "0.9, 0.5, 4",
        "0, 0.5, 1",
        "0.999, 1, 1",
        "0.999, 0, 1",
        "1, 0.9, 1000"
    })
    void availabilityNeedsReplicas(double target, double uptime, int replicas) {
        assertThat(AvailabilityMath.replicas(target, uptime)).isEqualTo(replicas);
    }

    @Test
    void aGridShrinksOnlyWithAQuorum() {
        assertThat(AvailabilityMath.quorum(5)).isEqualTo(3);
        assertThat(AvailabilityMath.mayShrink(5, 3, 3)).isTrue();
        assertThat(AvailabilityMath.mayShrink(5, 2, 1)).isFalse();
        assertThat(AvailabilityMath.mayShrink(3, 2, 3)).isFalse();
    }

    @Test
    void anAvailabilityIsAFloor() {
        NfrRequirements required = new NfrRequirements(null, null, 99.999, null);
        assertThat(replicas(4, metrics(100, 10, 0.1), required)).isEqualTo(3);
    }

    private double replicas(int current, FunctionMetrics metrics, NfrRequirements required) {
        return recommend(current, metrics, required, Dimension.REPLICAS).value();
    }

    private Recommendation recommend(
            int current, FunctionMetrics metrics, NfrRequirements required, Dimension dimension) {
        return analyzer.recommend(subject(current, required), metrics, NOW).stream()
                .filter(each -> each.dimension() == dimension)
                .findFirst()
                .orElseThrow();
    }

    private List<Double> memory(FunctionMetrics metrics, Double current) {
        NfrAnalyzer.Subject subject = new NfrAnalyzer.Subject("f", 3, 1, 1, null, current, NONE);
        return analyzer.recommend(subject, metrics, NOW).stream()
                .filter(each -> each.dimension() == Dimension.MEMORY)
                .map(Recommendation::value)
                .toList();
    }

    private static NfrAnalyzer.Subject subject(int replicas, NfrRequirements required) {
        return new NfrAnalyzer.Subject("f", 3, replicas, 1, null, null, required);
    }

    private static FunctionMetrics metrics(double requests, double latency, double cpu) {
        return new FunctionMetrics(
                series(requests, 5, 0),
                series(latency, 5, 0),
                series(cpu, 5, 0),
                MetricSeries.NONE);
    }

    private static MetricSeries series(double value, int count, int age) {
        List<MetricSample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(new MetricSample(NOW.minusSeconds(age + 10L * i), value));
        }
        return new MetricSeries(samples);
    }
}
