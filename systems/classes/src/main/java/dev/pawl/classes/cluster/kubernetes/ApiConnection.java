package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ClusterException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Sends requests to the API server and waits for the answers.
final class ApiConnection implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

    private final HttpClient http;
    private final String root;
    private final ObjectMapper json = new ObjectMapper();

    ApiConnection(HttpClient http, String root) {
        this.http = http;
        this.root = root.endsWith("/") ? root : root + "/";
    }

    /// Sends a request without a body.
    JsonNode get(ApiTarget target, String path) {
        return send(new Call("GET", path, "", null), target);
    }

    /// Sends a request and returns the JSON of the answer.
    JsonNode send(Call call, ApiTarget target) {
        HttpRequest.Builder request = http.newHttpRequestBuilder().uri(root + call.path());
        String body = call.body();
        request.setHeader("Accept", "application/json");
        if (body != null) request.method(call.method(), call.contentType(), body);
        HttpResponse<byte[]> answer =
                await(http.sendAsync(request.build(), byte[].class), call.toString());
        JsonNode content = parse(answer.body());
        if (answer.isSuccessful()) return content;
        throw ApiErrors.of(answer.code(), content, call.toString(), target);
    }

    /// Sends a request whose answer is one JSON object per line, without end.
    AsyncBody stream(ApiTarget target, String path, AsyncBody.Consumer<List<ByteBuffer>> lines) {
        HttpRequest request = http.newHttpRequestBuilder().uri(root + path).forStreaming().build();
        String name = "GET " + path;
        HttpResponse<AsyncBody> answer = await(http.consumeBytes(request, lines), name);
        if (answer.isSuccessful()) return answer.body();
        answer.body().cancel();
        throw ApiErrors.of(answer.code(), JsonNodeFactory.instance.objectNode(), name, target);
    }

    JsonNode parse(byte @Nullable [] content) {
        try {
            return json.readTree(content == null ? new byte[0] : content);
        } catch (JacksonException _) {
            // A server that is not Kubernetes, or one without such a path: the code says enough.
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private static <T> T await(CompletableFuture<T> answer, String request) {
        try {
            return answer.get(ANSWER_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ClusterException.Unavailable(
                    "%s: expected an answer, found %s".formatted(request, cause), cause);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new ClusterException.Unavailable(
                    "%s: expected an answer within %d s, found none"
                            .formatted(request, ANSWER_MAX.toSeconds()),
                    e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new ClusterException.Unavailable(request + ": interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }

    /// A request: its method, its path with query, and its body, if it has one.
    record Call(String method, String path, String contentType, @Nullable String body) {
        static Call json(String method, String path, String body) {
            return new Call(method, path, "application/json", body);
        }

        @Override
        public String toString() {
            return method + " /" + path;
        }
    }
}
