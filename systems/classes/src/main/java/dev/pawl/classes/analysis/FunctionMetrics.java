package dev.pawl.classes.analysis;

/// What was measured for one function over a window: requests per second, the 99th percentile of
/// the latency in milliseconds, CPU in cores and memory in bytes of all replicas together.
public record FunctionMetrics(
        MetricSeries requests, MetricSeries latency, MetricSeries cpu, MetricSeries memory) {
    public static final FunctionMetrics NONE =
            new FunctionMetrics(
                    MetricSeries.NONE, MetricSeries.NONE, MetricSeries.NONE, MetricSeries.NONE);
}
