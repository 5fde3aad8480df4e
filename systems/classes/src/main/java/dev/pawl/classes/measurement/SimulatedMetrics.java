package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.analysis.MetricSeries;
import dev.pawl.classes.analysis.MetricSeries.MetricSample;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.observation.Observed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics that a load would cause on the pods that a cluster has now. For the simulated
/// cluster: a load is set by hand, and scaling shows its effect. Thread-safe.
public final class SimulatedMetrics implements MetricSource {
    /// The latency of a pod that is idle, in milliseconds, and the largest that is reported.
    private static final double LATENCY_MIN = 20;

    private static final double LATENCY_MAX = 5_000;

    private final ClusterClient client;
    private final Map<String, Load> loads = new ConcurrentHashMap<>();
    private volatile Observed.Signals signals = new Observed.Signals(0.5, true, true);
    private volatile boolean isDown;

    public SimulatedMetrics(ClusterClient client) {
        this.client = client;
    }

    /// Sets the load of a workload, by the name that its pods have as label `app`.
    public void load(String namespace, String workload, Load load) {
        loads.put(namespace + "/" + workload, load);
    }

    public void signals(Observed.Signals others) {
        signals = others;
    }

    /// Starts or ends an outage of the metrics system.
    public void down(boolean isOut) {
        isDown = isOut;
    }

    @Override
    public FunctionMetrics measure(MetricQuery query) {
        requireUp();
        Load load = loads.get(query.namespace() + "/" + query.workload().name());
        if (load == null) return FunctionMetrics.NONE;
        int pods = pods(query);
        double cpu = load.requests() * load.coresPerRequest();
        double share = Math.min(0.99, cpu / Math.max(1, pods) / load.coresPerPod());
        double latency = Math.min(LATENCY_MAX, LATENCY_MIN / (1 - share));
        return new FunctionMetrics(
                constant(query, load.requests()),
                constant(query, latency),
                constant(query, cpu),
                constant(query, load.memoryPerPod() * Math.max(1, pods)));
    }

    @Override
    public Observed.Signals signals(MetricQuery grid) {
        requireUp();
        return signals;
    }

    private void requireUp() {
        if (isDown) throw new MetricException("the metrics system is down", null);
    }

    private int pods(MetricQuery query) {
        Selection pods = Selection.in(query.namespace()).labelled("app", query.workload().name());
        try {
            return client.list(ResourceKind.POD, pods).items().size();
        } catch (ClusterException e) {
            throw new MetricException("expected pods, found " + e.getMessage(), e);
        }
    }

    private static MetricSeries constant(MetricQuery query, double value) {
        List<MetricSample> samples = new ArrayList<>();
        for (Instant at = query.to(); !at.isBefore(query.from()); at = at.minus(query.step())) {
            samples.add(new MetricSample(at, value));
        }
        return new MetricSeries(samples);
    }

    /// The requests per second of a function and what one costs; the CPU that a pod can use, in
    /// cores, and the memory that it uses, in bytes.
    public record Load(
            double requests, double coresPerRequest, double coresPerPod, double memoryPerPod) {}
}
