package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.analysis.MetricSeries;
import dev.pawl.classes.analysis.MetricSeries.MetricSample;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.observation.Observed;
import dev.pawl.classes.resource.Quantities;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// CPU and memory from the metrics API of the cluster (`metrics.k8s.io`).
///
/// That API knows the present alone, so each call adds one sample, and the samples of a workload
/// are kept for the window that is asked for. It knows no requests, latencies and signals.
public final class MetricsApiSource implements MetricSource {
    /// The metrics of pods.
    public static final ResourceKind POD_METRICS =
            new ResourceKind("metrics.k8s.io/v1beta1", "PodMetrics", "pods");

    /// Workloads whose samples are kept; the one that was asked about least recently goes first.
    private static final int WORKLOADS_MAX = 20_000;

    private final ClusterClient client;
    private final Map<String, Deque<Sample>> samples = new LinkedHashMap<>();

    public MetricsApiSource(ClusterClient client) {
        this.client = client;
    }

    @Override
    public FunctionMetrics measure(MetricQuery query) {
        List<ResourceManifest> pods;
        try {
            pods =
                    client.list(
                                    POD_METRICS,
                                    Selection.in(query.namespace())
                                            .labelled("app", query.workload().name()))
                            .items();
        } catch (ClusterException e) {
            throw new MetricException("expected the metrics API, found " + e.getMessage(), e);
        }
        List<Sample> known = kept(query, sum(pods));
        return new FunctionMetrics(
                MetricSeries.NONE,
                MetricSeries.NONE,
                new MetricSeries(
                        known.stream()
                                .map(each -> new MetricSample(each.at(), each.cpu()))
                                .toList()),
                new MetricSeries(
                        known.stream()
                                .map(each -> new MetricSample(each.at(), each.memory()))
                                .toList()));
    }

    @Override
    public Observed.Signals signals(MetricQuery grid) {
        return Observed.Signals.UNKNOWN;
    }

    /// Adds a sample, drops those before the window and returns the rest.
    private synchronized List<Sample> kept(MetricQuery query, @Nullable Sample latest) {
        String key = query.namespace() + "/" + query.workload();
        Deque<Sample> known = samples.remove(key);
        if (known == null) known = new ArrayDeque<>();
        boolean isNew =
                latest != null && (known.isEmpty() || latest.at().isAfter(known.getLast().at()));
        if (latest != null && isNew) known.addLast(latest);
        while (!known.isEmpty() && known.getFirst().at().isBefore(query.from())) {
            known.removeFirst();
        }
        samples.put(key, known);
        if (samples.size() > WORKLOADS_MAX) {
            var oldest = samples.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return List.copyOf(known);
    }

    /// Returns the usage of all pods together; null if there are none, or one says no time.
    private static @Nullable Sample sum(List<ResourceManifest> pods) {
        double cpu = 0;
        double memory = 0;
        Instant at = null;
        for (ResourceManifest pod : pods) {
            Instant measured = time(pod.text("/timestamp").orElse(""));
            if (measured == null) return null;
            at = at == null || measured.isBefore(at) ? measured : at;
            for (JsonNode container : pod.at("/containers")) {
                cpu += amount(container.path("usage").path("cpu"));
                memory += amount(container.path("usage").path("memory"));
            }
        }
        return at == null ? null : new Sample(at, cpu, memory);
    }

    /// An amount that cannot be read makes the sum no number, which a series drops.
    private static double amount(JsonNode node) {
        Double value = Quantities.value(node.asString(""));
        return value == null ? Double.NaN : value;
    }

    private static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private record Sample(Instant at, double cpu, double memory) {}
}
