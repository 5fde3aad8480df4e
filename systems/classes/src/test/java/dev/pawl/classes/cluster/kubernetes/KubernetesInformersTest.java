package dev.pawl.classes.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.InformerListener;
import dev.pawl.classes.cluster.InformerSource;
import dev.pawl.classes.cluster.Informers;
import dev.pawl.classes.cluster.ObjectChange;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.engine.RealHost;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Informers and the kubelet stand-in on a real API server, which is killed in between.
@Tag("kube")
@EnabledIfSystemProperty(
        named = "pawl.kube",
        matches = "true",
        disabledReason = "only with the profile kube")
final class KubernetesInformersTest {
    private static KubeServer server;

    @BeforeAll
    static void start() {
        server = KubeServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aCopySurvivesAKilledServer() {
        String namespace = server.newNamespace();
        try (ClusterClient client = KubernetesCluster.connect(server.kubeconfig(), "pawl")) {
            client.create(service(namespace, "a"));
            Reports reports = new Reports();
            try (Informers informers = informers(client, namespace, reports)) {
                server.await("the first listing", () -> informers.lost().isEmpty());

                server.killApiServer();
                server.await("the loss", () -> !informers.lost().isEmpty());
                assertThat(informers.cache(ResourceKind.SERVICE).size()).isEqualTo(1);

                server.restartApiServer();
                client.create(service(namespace, "b"));
                server.await("the change", () -> reports.names.contains("b"));
                server.await("the recovery", () -> informers.lost().isEmpty());
                assertThat(reports.names).containsExactly("a", "b");
            }
        }
    }

    @Test
    void podsOfADeploymentBecomeReady() {
        String namespace = server.newNamespace();
        ObjectRef web = new ObjectRef(ResourceKind.DEPLOYMENT, namespace, "web");
        try (ClusterClient client = KubernetesCluster.connect(server.kubeconfig(), "pawl");
                KubeletStandIn kubelet = new KubeletStandIn(new RealHost(), client)) {
            client.apply(deployment(namespace), ApplyOptions.by("pawl"));
            server.await("two available replicas", () -> available(client, web) == 2);

            kubelet.health(_ -> KubeletStandIn.Health.CRASH_LOOP);
            server.await("none available", () -> available(client, web) == 0);

            kubelet.health(_ -> KubeletStandIn.Health.READY);
            server.await("two available again", () -> available(client, web) == 2);
        }
    }

    private static int available(ClusterClient client, ObjectRef ref) {
        return client.get(ref).orElseThrow().at("/status/availableReplicas").asInt(0);
    }

    private static Informers informers(ClusterClient client, String namespace, Reports reports) {
        return Informers.start(
                new RealHost(),
                client,
                new Informers.Settings(
                        List.of(new InformerSource(ResourceKind.SERVICE, Selection.in(namespace))),
                        "app",
                        Duration.ofMinutes(10)),
                reports);
    }

    private static ResourceManifest service(String namespace, String name) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"namespace": "%s", "name": "%s"},
                 "spec": {"selector": {"app": "x"}, "ports": [{"port": 80, "protocol": "TCP"}]}}
                """
                        .formatted(namespace, name));
    }

    private static ResourceManifest deployment(String namespace) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "apps/v1", "kind": "Deployment",
                 "metadata": {"namespace": "%s", "name": "web"},
                 "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
                  "template": {"metadata": {"labels": {"app": "web"}},
                   "spec": {"containers": [{"name": "web", "image": "i"}]}}}}
                """
                        .formatted(namespace));
    }

    private static final class Reports implements InformerListener {
        private final List<String> names = new CopyOnWriteArrayList<>();

        @Override
        public void changed(ObjectChange change) {
            names.add(change.key().name());
        }

        @Override
        public void lost(InformerSource source, ClusterException reason) {}

        @Override
        public void synced(InformerSource source) {}

        @Override
        public void audited(InformerSource source, int missed) {}
    }
}
