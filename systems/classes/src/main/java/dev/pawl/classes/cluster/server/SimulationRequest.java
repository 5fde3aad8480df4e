package dev.pawl.classes.cluster.server;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.simulated.Breakage;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Asks a [ClusterServer] to break a workload, or to repair it.
///
/// @param breakage what to do to it; null to repair it
public record SimulationRequest(ObjectRef workload, @Nullable Breakage breakage) {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    /// Sends the request to the server at a URL.
    ///
    /// @throws IOException if the server does not answer, or refuses
    public void send(String server) throws IOException {
        URI uri = URI.create(server + ClusterServer.SIMULATION + "?" + query());
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        int millis = (int) ANSWER_MAX.toMillis();
        connection.setConnectTimeout(millis);
        connection.setReadTimeout(millis);
        try {
            connection.setRequestMethod("POST");
            int code = connection.getResponseCode();
            if (code != 200) {
                throw new IOException(
                        "expected that %s is %s, found the answer %d"
                                .formatted(
                                        workload, breakage == null ? "repaired" : "broken", code));
            }
        } finally {
            connection.disconnect();
        }
    }

    static SimulationRequest parse(URI uri) {
        KubernetesRequest request =
                KubernetesRequest.parse(URI.create("/api/v1?" + uri.getRawQuery()));
        ResourceKind kind =
                request.query("kind").equals(ResourceKind.KNATIVE_SERVICE.kind())
                        ? ResourceKind.KNATIVE_SERVICE
                        : ResourceKind.DEPLOYMENT;
        String breakage = request.query("breakage");
        return new SimulationRequest(
                new ObjectRef(kind, request.query("namespace"), request.query("name")),
                breakage.isEmpty() ? null : Breakage.valueOf(breakage));
    }

    private String query() {
        return "kind=%s&namespace=%s&name=%s&breakage=%s"
                .formatted(
                        encoded(workload.kind().kind()),
                        encoded(workload.namespace()),
                        encoded(workload.name()),
                        breakage == null ? "" : breakage.name());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
