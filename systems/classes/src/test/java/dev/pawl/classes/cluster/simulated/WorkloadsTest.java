package dev.pawl.classes.cluster.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pods come, start, crash and leave.
final class WorkloadsTest {
    private static final ApplyOptions PAWL = ApplyOptions.by("pawl");
    private static final ObjectRef WEB = new ObjectRef(ResourceKind.DEPLOYMENT, "default", "web");

    private final SimHost host = new SimHost(7);
    private final SimulatedCluster cluster = SimulatedContractTest.cluster(host);
    private final ClusterClient client = cluster.client(host, "pawl");

    @BeforeEach
    void define() {
        cluster.define(ResourceKind.KNATIVE_SERVICE);
    }

    @AfterEach
    void close() {
        cluster.close();
        host.run();
    }

    @Test
    void aDeploymentBecomesAvailable() {
        client.apply(deployment(3, "i:1"), PAWL);
        assertThat(stored(WEB).at("/status/availableReplicas").asInt(0)).isZero();

        host.runFor(Duration.ofSeconds(5));

        ResourceManifest web = stored(WEB);
        assertThat(web.at("/status/availableReplicas").asInt()).isEqualTo(3);
        assertThat(web.at("/status/observedGeneration").asInt()).isEqualTo(1);
        assertThat(pods()).hasSize(3).allSatisfy(pod -> assertThat(isReady(pod)).isTrue());
    }

    @Test
    void aSettledClusterDoesNothing() {
        client.apply(deployment(3, "i:1"), PAWL);
        host.runFor(Duration.ofSeconds(5));
        String version = client.list(ResourceKind.POD, Selection.all()).resourceVersion();

        host.run();

        assertThat(client.list(ResourceKind.POD, Selection.all()).resourceVersion())
                .isEqualTo(version);
    }

    @Test
    void aNewTemplateReplacesItsPods() {
        client.apply(deployment(2, "i:1"), PAWL);
        host.runFor(Duration.ofSeconds(5));
        client.apply(deployment(2, "i:2"), PAWL);

        host.runFor(Duration.ofSeconds(5));

        assertThat(pods())
                .hasSize(2)
                .allSatisfy(
                        pod -> assertThat(pod.text("/spec/containers/0/image")).contains("i:2"));
        assertThat(stored(WEB).at("/status/observedGeneration").asInt()).isEqualTo(2);
    }

    @Test
    void aCrashLoopCountsRestartsUntilItIsHealed() {
        client.apply(deployment(1, "i:1"), PAWL);
        host.runFor(Duration.ofSeconds(5));

        cluster.inject(WEB, Breakage.CRASH_LOOP);
        host.runFor(Duration.ofSeconds(60));

        ResourceManifest pod = pods().getFirst();
        assertThat(pod.text("/status/containerStatuses/0/state/waiting/reason"))
                .contains("CrashLoopBackOff");
        assertThat(pod.at("/status/containerStatuses/0/restartCount").asInt()).isEqualTo(3);
        assertThat(stored(WEB).at("/status/availableReplicas").asInt()).isZero();

        cluster.heal(WEB);
        host.runFor(Duration.ofMinutes(5));
        assertThat(stored(WEB).at("/status/availableReplicas").asInt()).isEqualTo(1);
    }

    @Test
    void anImageThatCannotBePulledAndAMissingNodeAreShown() {
        client.apply(deployment(1, "i:1"), PAWL);

        cluster.inject(WEB, Breakage.IMAGE_PULL);
        host.runFor(Duration.ofSeconds(5));
        assertThat(pods().getFirst().text("/status/containerStatuses/0/state/waiting/reason"))
                .contains("ImagePullBackOff");

        cluster.inject(WEB, Breakage.UNSCHEDULABLE);
        host.runFor(Duration.ofSeconds(5));
        assertThat(pods().getFirst().text("/status/conditions/0/reason")).contains("Unschedulable");

        cluster.heal(WEB);
        host.runFor(Duration.ofSeconds(5));
        assertThat(isReady(pods().getFirst())).isTrue();
    }

    @Test
    void aForeignEditConflictsWithTheNextApply() {
        client.apply(deployment(1, "i:1"), PAWL);

        cluster.inject(WEB, Breakage.CONFLICT);

        assertThatExceptionOfType(ClusterException.Conflict.class)
                .isThrownBy(() -> client.apply(deployment(1, "i:1"), PAWL))
                .satisfies(e -> assertThat(e.managers()).containsExactly("kubectl-edit"));
    }

    @Test
    void aDeletedWorkloadLosesItsPods() {
        client.apply(deployment(2, "i:1"), PAWL);
        host.runFor(Duration.ofSeconds(5));

        cluster.inject(WEB, Breakage.DELETE);
        host.runFor(Duration.ofSeconds(5));

        assertThat(client.get(WEB)).isEmpty();
        assertThat(pods()).isEmpty();
    }

    @Test
    void aDeletedPodIsReplaced() {
        client.apply(deployment(1, "i:1"), PAWL);
        host.runFor(Duration.ofSeconds(5));
        ResourceManifest first = pods().getFirst();

        client.delete(first.ref(ResourceKind.POD), Preconditions.uid(first.uid()));
        host.runFor(Duration.ofSeconds(5));

        assertThat(pods()).hasSize(1).doesNotContain(first);
        assertThat(isReady(pods().getFirst())).isTrue();
    }

    @Test
    void anAutoscalerRaisesReplicasToItsMinimum() {
        client.apply(deployment(1, "i:1"), PAWL);
        client.apply(
                ResourceManifest.parse(
                        """
                        {"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler",
                         "metadata": {"namespace": "default", "name": "web"},
                         "spec": {"minReplicas": 3, "maxReplicas": 5, "scaleTargetRef":
                          {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
                        """),
                PAWL);

        host.runFor(Duration.ofSeconds(5));

        assertThat(stored(WEB).at("/status/availableReplicas").asInt()).isEqualTo(3);
    }

    @Test
    void aKnativeServiceBecomesReady() {
        ObjectRef ref = new ObjectRef(ResourceKind.KNATIVE_SERVICE, "default", "fn");
        client.apply(
                ResourceManifest.parse(
                        """
                        {"apiVersion": "serving.knative.dev/v1", "kind": "Service",
                         "metadata": {"namespace": "default", "name": "fn"},
                         "spec": {"template": {"metadata": {"annotations":
                          {"autoscaling.knative.dev/minScale": "2"}},
                          "spec": {"containers": [{"name": "fn", "image": "i"}]}}}}
                        """),
                PAWL);

        host.runFor(Duration.ofSeconds(5));

        assertThat(stored(ref).text("/status/conditions/1/type")).contains("Ready");
        assertThat(stored(ref).text("/status/conditions/1/status")).contains("True");
        assertThat(stored(ref).text("/status/url")).contains("http://fn.default.example.com");
        assertThat(pods()).hasSize(2);
    }

    private ResourceManifest stored(ObjectRef ref) {
        return client.get(ref).orElseThrow();
    }

    private List<ResourceManifest> pods() {
        return client.list(ResourceKind.POD, Selection.in("default")).items();
    }

    private static boolean isReady(ResourceManifest pod) {
        return pod.at("/status/containerStatuses/0/ready").asBoolean(false);
    }

    static ResourceManifest deployment(int replicas, String image) {
        return ResourceManifest.parse(
                """
                {"apiVersion": "apps/v1", "kind": "Deployment",
                 "metadata": {"namespace": "default", "name": "web"},
                 "spec": {"replicas": %d, "selector": {"matchLabels": {"app": "web"}},
                  "template": {"metadata": {"labels": {"app": "web"}},
                   "spec": {"containers": [{"name": "web", "image": "%s"}]}}}}
                """
                        .formatted(replicas, image));
    }
}
