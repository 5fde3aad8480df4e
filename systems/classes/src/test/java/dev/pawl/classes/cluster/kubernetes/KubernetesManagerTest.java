package dev.pawl.classes.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.Classes;
import dev.pawl.classes.ClassesSettings;
import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ReportingClient;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.resource.NfrStatus.Recommendation;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.format.ClassRuntimeCrd;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import dev.pawl.engine.RealHost;
import dev.pawl.engine.Signal;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The manager itself on a real API server: a class rises, breaks, heals, is scaled and deleted;
/// the server is killed; nothing is written without a reason.
@Tag("kube")
@EnabledIfSystemProperty(
        named = "pawl.kube",
        matches = "true",
        disabledReason = "only with the profile kube")
final class KubernetesManagerTest {
    private static KubeServer server;
    private static int stores;

    @TempDir static Path directory;

    private final RealHost host = new RealHost();
    private final AtomicReference<Runnable> beforeStatus = new AtomicReference<>(() -> {});
    private String namespace;
    private ClusterClient kubectl;
    private ClusterClient client;
    private KubeletStandIn kubelet;
    private Classes classes;
    private Engine engine;

    @BeforeAll
    static void start() {
        server = KubeServer.start();
        server.define(ResourceManifest.adopt(ClassRuntimeCrd.tree()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        namespace = server.newNamespace();
        kubectl = KubernetesCluster.connect(server.kubeconfig(), "kubectl");
        kubelet = new KubeletStandIn(host, kubectl);
        client =
                new ReportingClient(
                        KubernetesCluster.connect(server.kubeconfig(), "oprc-crm"),
                        verb -> {
                            if (verb.startsWith("replaceStatus")) beforeStatus.get().run();
                        });
        classes =
                Classes.of(
                        ClassesSettings.of(Classes.profile(client, "full"))
                                .namespaces(List.of(namespace)),
                        client,
                        host);
        engine =
                Engine.open(
                        SqliteStore.open(directory.resolve("store-" + stores++)),
                        classes::register);
        classes.start();
    }

    @AfterEach
    void close() {
        classes.close();
        engine.close();
        client.close();
        kubelet.close();
        kubectl.close();
    }

    private void apply(String... functions) {
        StringBuilder list = new StringBuilder();
        for (String each : functions) {
            if (!list.isEmpty()) list.append(',');
            list.append(
                    "{\"function_key\":\"%s\",\"provision_config\":{\"container_image\":\"i\"}}"
                            .formatted(each));
        }
        kubectl.apply(
                ResourceManifest.parse(
                        """
                        {"apiVersion":"oaas.io/v1alpha1","kind":"ClassRuntime",
                         "metadata":{"name":"greeter","namespace":"%s"},
                         "spec":{"package_class_key":"p.greeter","selected_template":"k8s_deployment",
                          "addons":[],"enforcement":{"mode":"enforce","dimensions":["replicas"]},
                          "functions":[%s]}}
                        """
                                .formatted(namespace, list)),
                ApplyOptions.by("kubectl").forced());
    }

    private ClassRuntime read() {
        ObjectRef ref = new ObjectRef(ResourceKind.CLASS_RUNTIME, namespace, "greeter");
        return RuntimeReader.read(kubectl.get(ref).orElseThrow());
    }

    private void await(Phase phase, long generation) {
        Instant end = host.now().plusSeconds(40);
        while (read().status().phase() != phase
                || read().status().observedGeneration() != generation) {
            if (host.now().isAfter(end)) {
                RunId run = classes.controller().run(new ObjectKey(namespace, "greeter"));
                throw new AssertionError(
                        "expected %s of generation %d, found %s; %s"
                                .formatted(
                                        phase,
                                        generation,
                                        read().status(),
                                        run == null ? "no run" : engine.why(run).text()));
            }
            pass(Duration.ofMillis(200));
        }
    }

    private List<String> names(ResourceKind kind) {
        return kubectl.list(kind, Selection.in(namespace)).items().stream()
                .map(ResourceManifest::name)
                .toList();
    }

    private void pass(Duration time) {
        try {
            var _ = host.await(new Signal(), host.now().plus(time));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClassRisesBreaksHealsAndIsDeleted() {
        apply("hello", "bye");
        await(Phase.AVAILABLE, 1);
        assertThat(names(ResourceKind.DEPLOYMENT)).containsExactly("greeter-fn-0", "greeter-fn-1");

        kubelet.health(_ -> KubeletStandIn.Health.CRASH_LOOP);
        await(Phase.DEGRADED, 1);
        assertThat(read().status().message()).contains("restart count=5.");
        kubelet.health(_ -> KubeletStandIn.Health.READY);
        await(Phase.AVAILABLE, 1);

        ResourceManifest foreign =
                kubectl.create(
                        ResourceManifest.parse(
                                """
                                {"apiVersion":"v1","kind":"Service","metadata":{"name":"foreign",
                                 "namespace":"%s","labels":{"oaas.io/owner":"greeter"}},
                                 "spec":{"ports":[{"port":80}]}}
                                """
                                        .formatted(namespace)));
        kubectl.delete(
                new ObjectRef(ResourceKind.CLASS_RUNTIME, namespace, "greeter"),
                Preconditions.none());
        server.await("the class to be gone", () -> names(ResourceKind.CLASS_RUNTIME).isEmpty());
        assertThat(names(ResourceKind.DEPLOYMENT)).isEmpty();
        assertThat(kubectl.list(ResourceKind.SERVICE, Selection.in(namespace)).items())
                .singleElement()
                .satisfies(each ->
                        assertThat(each.resourceVersion()).isEqualTo(foreign.resourceVersion()));
    }

    /// The enforcer takes the replicas over from the renderer, and a new generation leaves them.
    @Test
    void replicasAreEnforcedAndKept() {
        apply("hello");
        await(Phase.AVAILABLE, 1);
        ObjectRef workload = new ObjectRef(ResourceKind.DEPLOYMENT, namespace, "greeter");
        ObjectKey key = new ObjectKey(namespace, "greeter");
        server.await(
                "two replicas",
                () -> {
                    var each = new Recommendation("hello", Dimension.REPLICAS, 2, 1, host.now(), 1);
                    classes.recommend(key, List.of(each));
                    return kubectl.get(workload).orElseThrow().at("/spec/replicas").asInt() == 2;
                });
        await(Phase.AVAILABLE, 1);
        server.await("the audit", () -> read().status().nfr().applied().size() == 1);
        apply("hello", "bye");
        await(Phase.AVAILABLE, 2);
        assertThat(classes.controller().stats().errors()).isZero();
    }

    /// In the audit log of the server. `-Dpawl.quiet=600` makes it ten minutes.
    @Test
    void aQuietServerIsNeverWrittenTo() {
        apply("hello");
        await(Phase.AVAILABLE, 1);
        pass(Duration.ofSeconds(5));
        List<String> before = server.writes();
        assertThat(before).isNotEmpty();
        pass(Duration.ofSeconds(Long.getLong("pawl.quiet", 20)));
        assertThat(server.writes().subList(before.size(), server.writes().size())).isEmpty();
    }

    @Test
    void aKilledServerIsSurvivedWithoutAChangeOfPhase() {
        apply("hello");
        await(Phase.AVAILABLE, 1);
        ClassRuntime before = read();
        server.killApiServer();
        server.await("the loss to be noticed", () -> !classes.lostSources().isEmpty());
        server.restartApiServer();
        server.await("every source to be back", () -> classes.lostSources().isEmpty());
        assertThat(read().status().conditions()).isEqualTo(before.status().conditions());
        apply("hello", "bye");
        await(Phase.AVAILABLE, 2);
        assertThat(names(ResourceKind.DEPLOYMENT)).containsExactly("greeter-fn-0", "greeter-fn-1");
    }

    @Test
    void aSpecThatChangesDuringAStatusWriteIsNotLost() {
        AtomicReference<Boolean> isArmed = new AtomicReference<>(true);
        beforeStatus.set(() -> {
            if (isArmed.getAndSet(false)) apply("hello", "bye");
        });
        apply("hello");
        await(Phase.AVAILABLE, 2);
        assertThat(isArmed.get()).isFalse();
        assertThat(read().status().functions()).hasSize(2);
        assertThat(names(ResourceKind.DEPLOYMENT)).containsExactly("greeter-fn-0", "greeter-fn-1");
    }
}
