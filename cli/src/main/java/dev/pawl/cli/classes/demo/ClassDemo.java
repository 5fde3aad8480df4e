package dev.pawl.cli.classes.demo;

import dev.pawl.classes.client.ClassClient;
import dev.pawl.classes.client.ClassDetails;
import dev.pawl.classes.client.ManifestFile;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.kubernetes.KubernetesCluster;
import dev.pawl.classes.cluster.server.SimulationRequest;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Phase;
import dev.pawl.cli.classes.context.SimulatedHome;
import dev.pawl.cli.classes.display.ClassCauses;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Plays the demo: a class rises, breaks, heals under another manager, is scaled and deleted.
public final class ClassDemo {
    private static final ObjectKey SHOP = new ObjectKey("default", "shop");
    private static final String LEASE = "2s";
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REPLICAS = 3;
    private static final String FOREIGN =
            """
            {"apiVersion":"apps/v1","kind":"Deployment",
             "metadata":{"name":"shop-of-another-team","namespace":"default",
              "labels":{"oaas.io/owner":"shop"}},
             "spec":{"replicas":1,"selector":{"matchLabels":{"app":"other"}},
              "template":{"metadata":{"labels":{"app":"other"}},
               "spec":{"containers":[{"name":"web","image":"example/other:1"}]}}}}
            """;

    private final Shell shell;
    private final Path home;
    private final Instant start;
    private @Nullable PawlProcess manager;
    private String shown = "";

    public ClassDemo(Shell shell, Path home) {
        this.shell = shell;
        this.home = home;
        this.start = shell.now();
    }

    public DemoEnd play() throws IOException, InterruptedException {
        say("A simulated cluster in a process of its own: pawl classes simulate");
        try (PawlProcess cluster = PawlProcess.start(home, "simulate", "simulate")) {
            SimulatedHome.Address address = address(cluster);
            try (ClusterClient client =
                    KubernetesCluster.connect(
                            new SimulatedHome(home).kubeconfig(), ClassClient.MANAGER)) {
                return play(client, address);
            } finally {
                if (manager != null) manager.close();
            }
        }
    }

    private DemoEnd play(ClusterClient cluster, SimulatedHome.Address address)
            throws IOException, InterruptedException {
        ClassClient client = new ClassClient(cluster);
        say("The manager in another one: pawl classes run --simulated");
        startManager();
        ResourceManifest foreign = cluster.create(ResourceManifest.parse(FOREIGN));
        say("Rise: pawl classes apply -f shop.yaml");
        apply(client, 1);
        follow(client, is(Phase.AVAILABLE));
        say("Break: pawl classes simulate break shop crashloop");
        List<ObjectRef> workloads = client.workloads(client.get(SHOP).orElseThrow());
        inject(workloads, Breakage.CRASH_LOOP, address);
        ClassRuntime broken = follow(client, is(Phase.DEGRADED)).orElseThrow().runtime();
        int code = killManager();
        say("Heal, while no manager runs: pawl classes simulate heal shop");
        inject(workloads, null, address);
        startManager();
        follow(client, is(Phase.AVAILABLE));
        say(
                "Scale: min_scale of cart becomes %d in shop.yaml, and it is applied again"
                        .formatted(REPLICAS));
        apply(client, REPLICAS);
        follow(client, ClassDemo::isScaled);
        say("Delete: pawl classes delete shop");
        client.delete(SHOP);
        follow(client, Optional::isEmpty);
        return end(cluster, foreign, ClassCauses.status(broken), code);
    }

    private void startManager() throws IOException {
        manager = PawlProcess.start(home, "run", "run", "--simulated", "--lease", LEASE);
    }

    private int killManager() throws InterruptedException {
        PawlProcess running = Objects.requireNonNull(manager);
        int code = running.kill();
        say(
                shell.paint.red("kill -9 %d".formatted(running.pid()))
                        + ": the manager died (exit code %d); the cluster stays.".formatted(code));
        return code;
    }

    private void apply(ClassClient client, int replicas) throws IOException {
        Path file = home.resolve("shop.yaml");
        String text =
                """
                apiVersion: oaas.io/v1alpha1
                kind: ClassRuntime
                metadata:
                  name: shop
                spec:
                  package_class_key: demo.shop
                  addons: []
                  functions:
                  - function_key: cart
                    provision_config:
                      container_image: example/cart:1
                      min_scale: %d
                  - function_key: pay
                    provision_config:
                      container_image: example/pay:1
                """
                        .formatted(replicas);
        Files.writeString(file, text);
        for (ResourceManifest each : new ManifestFile(file.toString(), "default").read(text)) {
            client.apply(each, false);
        }
    }

    private static void inject(
            List<ObjectRef> workloads, @Nullable Breakage breakage, SimulatedHome.Address address)
            throws IOException {
        for (ObjectRef each : workloads) new SimulationRequest(each, breakage).send(address.url());
    }

    private SimulatedHome.Address address(PawlProcess cluster)
            throws IOException, InterruptedException {
        Instant until = shell.now().plus(PATIENCE);
        SimulatedHome simulated = new SimulatedHome(home);
        while (simulated.address().isEmpty()) {
            cluster.requireAlive();
            pause(until, "a simulated cluster");
        }
        return simulated.require();
    }

    /// Prints every change of the class until it is as expected.
    private Optional<ClassDetails> follow(
            ClassClient client, Predicate<Optional<ClassDetails>> isEnough)
            throws IOException, InterruptedException {
        Instant until = shell.now().plus(PATIENCE);
        while (true) {
            Optional<ClassDetails> details = client.details(SHOP);
            show(details);
            if (isEnough.test(details)) return details;
            if (manager != null) manager.requireAlive();
            pause(until, "another state than " + shown);
        }
    }

    private void pause(Instant until, String expected) throws IOException, InterruptedException {
        if (shell.now().isAfter(until)) {
            throw new IOException(
                    "expected %s within %d s; the logs are in %s"
                            .formatted(expected, PATIENCE.toSeconds(), home));
        }
        Thread.sleep(INTERVAL);
    }

    private void show(Optional<ClassDetails> details) {
        String line =
                details.map(ClassDetails::runtime)
                        .map(each ->
                                "shop is %s: %s"
                                        .formatted(
                                                ClassCauses.phase(shell.paint, each),
                                                ClassCauses.status(each)))
                        .orElse("shop is gone");
        if (line.equals(shown)) return;
        shown = line;
        double seconds = Duration.between(start, shell.now()).toMillis() / 1_000.0;
        say("  %4.1fs  %s".formatted(seconds, line));
    }

    private static Predicate<Optional<ClassDetails>> is(Phase phase) {
        return details ->
                details.map(ClassDetails::runtime)
                        .filter(each -> each.status().phase() == phase)
                        .filter(each -> each.status().observedGeneration() == each.generation())
                        .isPresent();
    }

    private static boolean isScaled(Optional<ClassDetails> details) {
        return is(Phase.AVAILABLE).test(details)
                && details.orElseThrow().children().stream()
                        .anyMatch(each ->
                                each.children().size() == REPLICAS
                                        && each.state()
                                                .equals(
                                                        "%d of %d ready"
                                                                .formatted(REPLICAS, REPLICAS)));
    }

    private static DemoEnd end(
            ClusterClient cluster, ResourceManifest foreign, String cause, int code) {
        List<String> left =
                cluster.list(ResourceKind.DEPLOYMENT, Selection.all()).items().stream()
                        .map(ResourceManifest::name)
                        .filter(name -> !name.equals(foreign.name()))
                        .toList();
        boolean isUntouched =
                cluster.get(foreign.ref(ResourceKind.DEPLOYMENT))
                        .filter(each -> each.uid().equals(foreign.uid()))
                        .filter(each -> each.generation() == foreign.generation())
                        .isPresent();
        return new DemoEnd(cause, code, left, isUntouched);
    }

    private void say(String line) {
        if (shell.json) return;
        shell.say(line);
        shell.out.flush();
    }

    /// How the demo ended.
    ///
    /// @param cause why the class was degraded
    /// @param exitCode that of the killed manager
    /// @param left what the deletion left behind
    /// @param isForeignUntouched whether what another team owns is as it was
    public record DemoEnd(
            String cause, int exitCode, List<String> left, boolean isForeignUntouched) {
        public DemoEnd {
            left = List.copyOf(left);
        }

        public boolean isGood() {
            return left.isEmpty() && isForeignUntouched;
        }
    }
}
