package dev.pawl.classes.measurement;

import dev.pawl.classes.observation.ManagedKind;

/// The queries in PromQL, with `$namespace` and `$workload` for what is asked about. An empty query
/// is not asked.
///
/// - `requests`: requests per second.
/// - `latency`: the 99th percentile of the latency, in milliseconds.
/// - `cpu`: cores of all pods; `memory`: bytes of all pods.
/// - `load`: the share of the cluster's CPU that is in use.
/// - `partitions` and `leader`: 1 if the partitions of the data grid are healthy, and if its leader
///   is stable.
public record PrometheusQueries(
        Traffic functions, Traffic knative, String cpu, String memory, Gate gates) {
    private static final String PODS =
            "{namespace=\"$namespace\",pod=~\"$workload-.*\",container!=\"\"}";
    private static final String SERVICE = "{namespace=\"$namespace\",service=\"$workload\"}";
    private static final String REVISIONS =
            "{namespace_name=\"$namespace\",configuration_name=\"$workload\"}";

    /// Queries for the names that cAdvisor, Knative and common HTTP libraries use.
    public static final PrometheusQueries DEFAULT =
            new PrometheusQueries(
                    new Traffic(
                            "sum(rate(http_requests_total" + SERVICE + "[2m]))",
                            quantile("http_request_duration_seconds_bucket" + SERVICE, "1000 * ")),
                    new Traffic(
                            "sum(rate(revision_request_count" + REVISIONS + "[2m]))",
                            quantile("revision_request_latencies_bucket" + REVISIONS, "")),
                    "sum(rate(container_cpu_usage_seconds_total" + PODS + "[2m]))",
                    "sum(container_memory_working_set_bytes" + PODS + ")",
                    new Gate(
                            "1 - avg(rate(node_cpu_seconds_total{mode=\"idle\"}[2m]))",
                            "min(odgm_partition_healthy" + SERVICE + ")",
                            "min(odgm_leader_stable" + SERVICE + ")"));

    private static String quantile(String buckets, String factor) {
        return "%shistogram_quantile(0.99, sum(rate(%s[2m])) by (le))".formatted(factor, buckets);
    }

    Traffic traffic(ManagedKind kind) {
        return kind == ManagedKind.KNATIVE_SERVICE ? knative : functions;
    }

    /// The queries about requests, which differ by the kind of workload.
    public record Traffic(String requests, String latency) {}

    /// The queries for gates.
    public record Gate(String load, String partitions, String leader) {}
}
