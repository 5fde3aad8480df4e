package dev.pawl.classes.cluster.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.engine.Signal;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A real API server with etcd and the controller manager, as child processes on 127.0.0.1.
///
/// Missing binaries are built by the script `kube-build`. The server, its data and its logs are
/// gone after [#close()].
public final class KubeServer implements AutoCloseable {
    private static final String TOKEN = "administrator";
    private static final Duration READY_MAX = Duration.ofMinutes(3);
    private static final Duration STOP_MAX = Duration.ofSeconds(20);
    private static final String CONTROLLERS =
            "garbagecollector,namespace,deployment,replicaset,serviceaccount,serviceaccount-token";

    private final Host host = new RealHost();
    private final Path binaries = build();
    private final Path directory;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final int port = freePort();
    private final int etcdPort = freePort();
    private final ApiConnection connection;
    private int namespaces;

    private KubeServer(Path directory) throws IOException {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopProcesses));
        writeFiles();
        startEtcd();
        startApiServer();
        Config config = Config.fromKubeconfig(kubeconfig().toFile());
        config.setRequestRetryBackoffLimit(0);
        connection =
                new ApiConnection(
                        new JdkHttpClientFactory().newBuilder(config).build(),
                        config.getMasterUrl());
        await("the API server to be ready", this::isReady);
        startControllers();
    }

    /// Starts a server with an administrator, and waits until it answers.
    public static KubeServer start() {
        try {
            return new KubeServer(Files.createTempDirectory("pawl-kube"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the configuration of a client with all rights.
    public Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    /// Creates a namespace.
    public String newNamespace() {
        String name = "space-" + namespaces++;
        post(
                "api/v1/namespaces",
                """
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
                """
                        .formatted(name));
        return name;
    }

    /// Creates a custom resource definition, and waits until the server has established it.
    public void define(ResourceManifest definition) {
        String path = "apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        post(path, definition.json());
        ApiTarget target = new ApiTarget(path + "/" + definition.name(), null, "");
        await(
                definition.name() + " to be established",
                () ->
                        connection
                                .get(target, target.path())
                                .path("status")
                                .path("conditions")
                                .valueStream()
                                .anyMatch(KubeServer::isEstablished));
    }

    /// Returns the writes that others than the cluster itself have sent so far, oldest first, as
    /// `verb resource/name`.
    public List<String> writes() {
        try (Stream<String> lines = Files.lines(auditLog())) {
            return lines.map(line -> ResourceManifest.parse(line).tree())
                    .filter(each -> !each.path("userAgent").asString("").startsWith("kube-"))
                    .map(each ->
                            "%s %s/%s"
                                    .formatted(
                                            each.path("verb").asString(""),
                                            each.path("objectRef").path("resource").asString(""),
                                            each.path("objectRef").path("name").asString("")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path auditLog() {
        return directory.resolve("audit.json");
    }

    /// Kills the API server as a power cut does; etcd and its data remain.
    public void killApiServer() {
        Process killed = processes.remove("kube-apiserver");
        killed.destroyForcibly().onExit().join();
    }

    /// Starts the API server again, and waits until it answers.
    public void restartApiServer() {
        try {
            startApiServer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await("the API server to be ready", this::isReady);
    }

    /// Waits until something is true.
    public void await(String what, BooleanSupplier condition) {
        Instant end = host.now().plus(READY_MAX);
        while (!condition.getAsBoolean()) {
            if (host.now().isAfter(end)
                    || processes.values().stream().anyMatch(each -> !each.isAlive())) {
                throw new IllegalStateException(
                        "expected %s within %s, found:%n%s".formatted(what, READY_MAX, logs()));
            }
            try {
                host.await(new Signal(), host.now().plusMillis(100));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }

    @Override
    public void close() {
        connection.close();
        stopProcesses();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path build() {
        try {
            Process script =
                    new ProcessBuilder("./kube-build")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            String printed = new String(script.getInputStream().readAllBytes(), UTF_8).strip();
            if (script.waitFor() != 0) throw new IllegalStateException("kube-build failed");
            return Path.of(printed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building", e);
        }
    }

    private void writeFiles() throws IOException {
        Files.writeString(
                directory.resolve("tokens.csv"), TOKEN + ",admin,admin,\"system:masters\"\n");
        Files.writeString(directory.resolve("sa.key"), privateKey());
        Files.writeString(
                directory.resolve("audit.yaml"),
                """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                omitStages: [RequestReceived]
                rules: [{level: Metadata, verbs: [create, update, patch, delete, deletecollection]}]
                """);
        Files.writeString(
                kubeconfig(),
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
                users: [{name: u, user: {token: %s}}]
                contexts: [{name: x, context: {cluster: c, user: u, namespace: default}}]
                current-context: x
                """
                        .formatted(port, TOKEN));
    }

    private void startEtcd() throws IOException {
        String peer = "http://127.0.0.1:" + freePort();
        start(
                "etcd",
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=http://127.0.0.1:" + etcdPort,
                "--advertise-client-urls=http://127.0.0.1:" + etcdPort,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--unsafe-no-fsync");
    }

    private void startApiServer() throws IOException {
        start(
                "kube-apiserver",
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + directory.resolve("certificates"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-key-file=" + directory.resolve("sa.key"),
                "--service-account-signing-key-file=" + directory.resolve("sa.key"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--token-auth-file=" + directory.resolve("tokens.csv"),
                "--authorization-mode=RBAC",
                "--audit-policy-file=" + directory.resolve("audit.yaml"),
                "--audit-log-path=" + auditLog(),
                "--audit-log-mode=blocking-strict",
                "--disable-admission-plugins=ServiceAccount");
    }

    private void startControllers() throws IOException {
        start(
                "kube-controller-manager",
                "--kubeconfig=" + kubeconfig(),
                "--authentication-kubeconfig=" + kubeconfig(),
                "--authorization-kubeconfig=" + kubeconfig(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + freePort(),
                "--port=0",
                "--cert-dir=" + directory.resolve("controller-certificates"),
                "--leader-elect=false",
                "--service-account-private-key-file=" + directory.resolve("sa.key"),
                "--controllers=" + CONTROLLERS);
    }

    private void start(String binary, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(binaries.resolve(binary).toString());
        command.addAll(List.of(arguments));
        Path log = directory.resolve(binary + ".log");
        processes.put(
                binary,
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start());
    }

    private boolean isReady() {
        ApiTarget target = new ApiTarget("readyz", null, "");
        try {
            connection.get(target, target.path());
            return true;
        } catch (ClusterException _) {
            return false;
        }
    }

    private void post(String path, String body) {
        connection.send(ApiConnection.Call.json("POST", path, body), new ApiTarget(path, null, ""));
    }

    private static boolean isEstablished(JsonNode condition) {
        return condition.path("type").asString("").equals("Established")
                && condition.path("status").asString("").equals("True");
    }

    private void stopProcesses() {
        for (Process each : List.copyOf(processes.values()).reversed()) {
            each.destroy();
            try {
                if (!each.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) each.destroyForcibly();
            } catch (InterruptedException _) {
                each.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    private String logs() {
        StringBuilder logs = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
                List<String> lines = Files.readAllLines(log);
                logs.append(log.getFileName()).append(":\n");
                lines.stream()
                        .skip(Math.max(0, lines.size() - 10))
                        .forEach(line -> logs.append("  ").append(line).append('\n'));
            }
        } catch (IOException e) {
            logs.append(e);
        }
        return logs.toString();
    }

    private static String privateKey() {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
            keys.initialize(2048);
            String encoded =
                    Base64.getMimeEncoder(64, new byte[] {'\n'})
                            .encodeToString(keys.generateKeyPair().getPrivate().getEncoded());
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                    .formatted(encoded);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("expected RSA, found " + e, e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
