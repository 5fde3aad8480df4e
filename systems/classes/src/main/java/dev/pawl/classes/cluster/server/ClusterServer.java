package dev.pawl.classes.cluster.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.classes.cluster.simulated.SimulatedCluster;
import dev.pawl.engine.Host;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Serves a simulated cluster on loopback, as a Kubernetes API server does, and what breaks it.
public final class ClusterServer implements AutoCloseable {
    /// The path of requests that break and repair workloads.
    static final String SIMULATION = "/simulation";

    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private final SimulatedCluster cluster;
    private final ApiHandler handler;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private ClusterServer(SimulatedCluster cluster, Host host, HttpServer server) {
        this.cluster = cluster;
        this.handler = new ApiHandler(cluster, host);
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, this::api));
        server.createContext(SIMULATION, exchange -> answer(exchange, this::simulation));
    }

    /// Starts to serve a cluster.
    ///
    /// @param port the port, or 0 for any that is free
    /// @throws IOException if the port is taken
    public static ClusterServer start(SimulatedCluster cluster, Host host, int port)
            throws IOException {
        // Without this a response waits until the client has acknowledged its header.
        if (System.getProperty(NO_DELAY) == null) System.setProperty(NO_DELAY, "true");
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            ClusterServer started =
                    new ClusterServer(cluster, host, HttpServer.create(loopback, 0));
            started.server.start();
            return started;
        } catch (BindException e) {
            throw new IOException(
                    "expected the port %d of %s to be free, found %s; choose another port, or 0 for"
                                    .formatted(
                                            port,
                                            loopback.getAddress().getHostAddress(),
                                            e.getMessage())
                            + " any",
                    e);
        }
    }

    /// Returns the URL of the API server.
    public String url() {
        InetSocketAddress at = server.getAddress();
        return "http://%s:%d".formatted(at.getAddress().getHostAddress(), at.getPort());
    }

    /// Returns the content of a kubeconfig file for clients.
    public String kubeconfig() {
        return """
        apiVersion: v1
        kind: Config
        current-context: simulated
        clusters:
        - name: simulated
          cluster:
            server: "%s"
        users:
        - name: simulated
          user: {}
        contexts:
        - name: simulated
          context:
            cluster: simulated
            user: simulated
        """
                .formatted(url());
    }

    /// Ends all requests and watches; the cluster itself stays.
    @Override
    public void close() {
        handler.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange, Answering answering) throws IOException {
        try (exchange) {
            try {
                answering.answer(exchange);
            } catch (ClusterException e) {
                refuse(exchange, ApiStatus.of(e));
            } catch (IllegalArgumentException e) {
                refuse(
                        exchange,
                        ApiStatus.plain(400, "BadRequest", String.valueOf(e.getMessage())));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void api(HttpExchange exchange) throws IOException, InterruptedException {
        KubernetesRequest request = KubernetesRequest.parse(exchange.getRequestURI());
        if (request.query("watch").equals("true")) {
            watch(exchange, request);
            return;
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        ObjectNode answer =
                handler.execute(
                        new ApiHandler.Call(
                                exchange.getRequestMethod(),
                                request,
                                type == null ? "" : type.replaceFirst(";.*", ""),
                                body));
        send(exchange, exchange.getRequestMethod().equals("POST") ? 201 : 200, answer);
    }

    private void watch(HttpExchange exchange, KubernetesRequest request)
            throws IOException, InterruptedException {
        WatchResponse response = new WatchResponse();
        Watch watch = handler.watch(request, response);
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            response.writeTo(out);
        } finally {
            watch.close();
        }
    }

    /// Breaks the workload that the query names, or repairs it if it names no breakage.
    private void simulation(HttpExchange exchange) throws IOException {
        SimulationRequest request = SimulationRequest.parse(exchange.getRequestURI());
        ObjectRef ref = request.workload();
        Breakage breakage = request.breakage();
        if (breakage == null) cluster.heal(ref);
        else cluster.inject(ref, breakage);
        send(exchange, 200, JsonNodeFactory.instance.objectNode());
    }

    private static void refuse(HttpExchange exchange, ApiStatus status) throws IOException {
        send(exchange, status.code(), status.tree());
    }

    private static void send(HttpExchange exchange, int code, ObjectNode answer)
            throws IOException {
        byte[] body = answer.toString().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    /// Answers a request.
    @FunctionalInterface
    private interface Answering {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }
}
