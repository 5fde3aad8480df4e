package dev.pawl.classes.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import dev.pawl.testkit.SimHost;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// CPU and memory by the metrics API, as the simulated cluster serves it.
final class MetricsApiSourceTest extends MetricSourceContract {
    private final SimHost host = new SimHost(1);
    private final SimulatedCluster cluster =
            SimulatedCluster.start(host, SimulatedCluster.Settings.seed(1));
    private final ClusterClient client = cluster.client(host, "metrics-server");
    private final MetricsApiSource source = new MetricsApiSource(client);

    MetricsApiSourceTest() {
        cluster.define(MetricsApiSource.POD_METRICS);
    }

    @Override
    MetricSource source() {
        return source;
    }

    @Override
    void measured() {
        report("busy-1", NOW.minusSeconds(10), "250m", "32Mi");
        report("busy-2", NOW.minusSeconds(5), "250000000n", "33554432");
    }

    @Override
    void fail() {
        cluster.stopServer();
    }

    private void report(String pod, Instant at, String cpu, String memory) {
        ResourceManifest created =
                client.create(
                        ResourceManifest.parse(
                                """
                                {"apiVersion":"metrics.k8s.io/v1beta1","kind":"PodMetrics",
                                 "metadata":{"name":"%s","namespace":"default",
                                  "labels":{"app":"busy"}},
                                 "timestamp":"%s","window":"30s","containers":[{"name":"function",
                                  "usage":{"cpu":"%s","memory":"%s"}}]}
                                """
                                        .formatted(pod, at, cpu, memory)));
        assertThat(created.uid()).isNotEmpty();
    }

    /// The API knows the present alone: samples are collected, each once, and only for the window.
    @Test
    void collectsOneSamplePerReport() {
        measured();
        for (int i = 0; i < 3; i++) {
            assertThat(source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW)).cpu().samples())
                    .hasSize(1);
        }
        for (String pod : new String[] {"busy-1", "busy-2"}) {
            client.delete(
                    new ObjectRef(MetricsApiSource.POD_METRICS, "default", pod),
                    Preconditions.none());
        }
        report("busy-3", NOW.plusSeconds(60), "1", "1Gi");
        assertThat(
                        source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW.plusSeconds(60)))
                                .memory()
                                .max(2, STEP, NOW.plusSeconds(60)))
                .hasValue(0x1p30);
        assertThat(
                        source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW.plusSeconds(330)))
                                .cpu()
                                .samples())
                .as("the window is five minutes")
                .hasSize(1);
    }

    @Test
    void knowsNoSignals() {
        assertThat(source.signals(query("grid", ManagedKind.ODGM_DEPLOYMENT, NOW)))
                .isEqualTo(Observed.Signals.UNKNOWN);
    }
}
