package dev.pawl.classes.control;

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
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.classes.measurement.Analysis;
import dev.pawl.classes.measurement.SimulatedMetrics;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import dev.pawl.classes.resource.format.ClassRuntimeCrd;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.SqliteStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A class runtime manager and its cluster in virtual time. The cluster is another machine: it
/// survives a crash of the manager.
final class SimClasses implements AutoCloseable {
    private final SimHost host;
    private final SimHost outside;
    private final SimulatedCluster cluster;
    private final ClusterClient kubectl;
    private final ClusterProfile profile;
    private final SimEngine sim;
    private final Function<ClassesSettings, ClassesSettings> settings;
    private final SimulatedMetrics metrics;
    private UnaryOperator<ClusterClient> wrapping = UnaryOperator.identity();
    private Classes classes;
    private ClusterClient client;

    private SimClasses(
            SimHost host, World world, Function<ClassesSettings, ClassesSettings> settings) {
        this.host = host;
        this.outside = world.host();
        this.cluster = world.cluster();
        this.settings = settings;
        this.kubectl = cluster.client(outside, "kubectl");
        this.metrics = new SimulatedMetrics(cluster.client(host, "metrics"));
        // A server that is down must not keep a manager from starting.
        this.profile = outside.call(() -> Classes.profile(kubectl, "full"));
        this.sim = new SimEngine(host, SqliteStores.of(SqliteStore::open), this::register);
    }

    static SimClasses of(long seed) {
        return of(World.of(seed), "manager", chosen -> chosen);
    }

    static SimClasses of(
            World world, String name, Function<ClassesSettings, ClassesSettings> settings) {
        SimClasses all = new SimClasses(world.host().peer(name), world, settings);
        all.open();
        return all;
    }

    /// Opens a manager whose writes are reported.
    static SimClasses reporting(
            World world,
            String name,
            Function<ClassesSettings, ClassesSettings> settings,
            Consumer<String> writes) {
        SimClasses all = new SimClasses(world.host().peer(name), world, settings);
        all.wrapping = client -> new ReportingClient(client, writes);
        all.open();
        return all;
    }

    private void register(EngineOptions options) {
        client = wrapping.apply(cluster.client(host, ClassActuator.MANAGER));
        ClassesSettings chosen = settings.apply(ClassesSettings.of(profile));
        classes = Classes.of(chosen, client, host, Analysis.of(metrics));
        classes.register(options);
    }

    void open() {
        sim.open();
        sim.perform((Engine _) -> classes.start());
    }

    static SimClasses stopped(World world, UnaryOperator<ClusterClient> wrapping) {
        SimClasses all = new SimClasses(world.host().peer("manager"), world, chosen -> chosen);
        all.wrapping = wrapping;
        return all;
    }

    void restart() {
        sim.crash();
        open();
    }

    SimEngine sim() {
        return sim;
    }

    SimHost host() {
        return host;
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    Classes classes() {
        return classes;
    }

    /// Applies a class of these functions, each with one container.
    ObjectKey apply(String name, String... functions) {
        return applyJson(name, "", functions);
    }

    ObjectKey applyJson(String name, String more, String... functions) {
        return apply(name, "k8s_deployment", more, functions);
    }

    /// Applies a class with a template. A function is its key, or `key=image`.
    ObjectKey apply(String name, String template, String more, String[] functions) {
        StringBuilder list = new StringBuilder();
        for (String function : functions) {
            String[] parts = function.split("=", 2);
            String image = parts.length == 1 ? "img/" + function : parts[1];
            if (!list.isEmpty()) list.append(',');
            list.append(
                    """
                    {"function_key":"%s","provision_config":{"container_image":"%s"}}\
                    """
                            .formatted(parts[0], image));
        }
        ResourceManifest manifest =
                ResourceManifest.parse(
                        """
                        {"apiVersion":"oaas.io/v1alpha1","kind":"ClassRuntime",
                         "metadata":{"name":"%s","namespace":"default"},
                         "spec":{"package_class_key":"pkg.%s","selected_template":"%s",
                          "addons":[],%s"functions":[%s]}}
                        """
                                .formatted(name, name, template, more, list));
        outside.call(() -> kubectl.apply(manifest, ApplyOptions.by("kubectl").forced()));
        return new ObjectKey("default", name);
    }

    /// Applies a class by its spec.
    ObjectKey applySpec(String name, String spec) {
        ResourceManifest manifest =
                ResourceManifest.parse(
                        """
                        {"apiVersion":"oaas.io/v1alpha1","kind":"ClassRuntime",
                         "metadata":{"name":"%s","namespace":"default"},"spec":%s}
                        """
                                .formatted(name, spec));
        outside.call(() -> kubectl.apply(manifest, ApplyOptions.by("kubectl").forced()));
        return new ObjectKey("default", name);
    }

    /// Returns the metrics system that the manager asks.
    SimulatedMetrics metrics() {
        return metrics;
    }

    void delete(String name) {
        outside.call(() -> {
            kubectl.delete(ref(ResourceKind.CLASS_RUNTIME, name), Preconditions.none());
        });
    }

    static ObjectRef ref(ResourceKind kind, String name) {
        return new ObjectRef(kind, "default", name);
    }

    ClassRuntime get(String name) {
        return RuntimeReader.read(find(ResourceKind.CLASS_RUNTIME, name));
    }

    ResourceManifest find(ResourceKind kind, String name) {
        return outside.call(() -> kubectl.get(ref(kind, name))).orElseThrow();
    }

    boolean exists(ResourceKind kind, String name) {
        return outside.call(() -> kubectl.get(ref(kind, name))).isPresent();
    }

    List<ResourceManifest> list(ResourceKind kind) {
        return outside.call(() -> kubectl.list(kind, Selection.all())).items();
    }

    ClusterClient kubectl() {
        return kubectl;
    }

    void kubectl(Runnable action) {
        outside.call(action::run);
    }

    Phase phase(String name) {
        return get(name).status().phase();
    }

    /// Lets time pass until a class is in a phase.
    void until(String name, Phase phase, Duration atMost) {
        Instant end = host.now().plus(atMost);
        while (phase(name) != phase) {
            if (!host.now().isBefore(end)) {
                throw new AssertionError(
                        "expected %s to become %s, found %s: %s; %s"
                                .formatted(
                                        name,
                                        phase,
                                        phase(name),
                                        get(name).status().message(),
                                        why(name)));
            }
            sim.pass(Duration.ofMillis(500));
        }
    }

    String why(String name) {
        var run = classes.controller().run(new ObjectKey("default", name));
        return run == null ? "no run" : sim.engine().why(Objects.requireNonNull(run)).text();
    }

    List<String> events() {
        return list(ResourceKind.EVENT).stream()
                .map(event -> event.text("/reason").orElse(""))
                .toList();
    }

    void pass(Duration time) {
        sim.pass(time);
    }

    @Override
    public void close() {
        classes.close();
        if (sim.isAlive()) sim.close();
    }

    /// What is outside of all managers.
    record World(SimHost host, SimulatedCluster cluster) {
        static World of(long seed) {
            return of(SimulatedCluster.Settings.seed(seed));
        }

        static World of(SimulatedCluster.Settings settings) {
            SimHost host = new SimHost(settings.seed());
            SimulatedCluster cluster = SimulatedCluster.start(host, settings);
            cluster.define(ResourceManifest.adopt(ClassRuntimeCrd.tree()));
            cluster.define(ResourceKind.KNATIVE_SERVICE);
            return new World(host, cluster);
        }
    }
}
