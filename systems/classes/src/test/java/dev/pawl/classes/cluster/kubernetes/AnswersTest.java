package dev.pawl.classes.cluster.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.WatchListener;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each answer of a server means, also of one that is not Kubernetes.
final class AnswersTest {
    private static final ObjectRef WEB = new ObjectRef(ResourceKind.DEPLOYMENT, "default", "web");

    @TempDir Path directory;
    private HttpServer http;
    private KubernetesCluster cluster;
    private volatile int code;
    private volatile List<String> pieces = List.of();

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
        cluster =
                KubernetesCluster.connect(
                        kubeconfig("http://127.0.0.1:" + http.getAddress().getPort()), "pawl");
    }

    @AfterEach
    void stop() {
        cluster.close();
        http.stop(0);
    }

    @ParameterizedTest
    @CsvSource({
        "400, Invalid",
        "401, Forbidden",
        "403, Forbidden",
        "404, NotFound",
        "409, Stale",
        "410, Expired",
        "413, Invalid",
        "422, Invalid",
        "429, Unavailable",
        "500, Unavailable",
        "503, Unavailable"
    })
    void everyCodeHasItsKind(int answered, String kind) {
        code = answered;
        pieces = List.of("{\"kind\": \"Status\", \"message\": \"the reason\"}");

        Throwable thrown =
                catchThrowable(() -> cluster.list(ResourceKind.SERVICE, Selection.all()));

        assertThat(thrown.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(thrown)
                .hasMessage("GET /api/v1/services?limit=500: %d the reason".formatted(answered));
    }

    @Test
    void anAnswerThatIsNotJsonKeepsItsCode() {
        code = 502;
        pieces = List.of("<html>bad gateway</html>");

        assertThatExceptionOfType(ClusterException.Unavailable.class)
                .isThrownBy(() -> cluster.list(ResourceKind.SERVICE, Selection.all()))
                .withMessageContaining("502");
    }

    @Test
    void anObjectThatIsNoObjectIsAnError() {
        code = 200;
        pieces = List.of("[]");

        assertThatExceptionOfType(ClusterException.Unavailable.class)
                .isThrownBy(() -> cluster.get(WEB))
                .withMessageContaining("expected an object");
    }

    @Test
    void aKindWithoutAnApiVersionIsNotFound() {
        assertThatExceptionOfType(ClusterException.NotFound.class)
                .isThrownBy(() ->
                        cluster.apply(
                                ResourceManifest.parse("{\"metadata\": {\"name\": \"a\"}}"),
                                ApplyOptions.by("pawl")));
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        http.stop(0);

        assertThatExceptionOfType(ClusterException.Unavailable.class)
                .isThrownBy(() -> cluster.get(WEB))
                .withMessageStartingWith(
                        "GET /apis/apps/v1/namespaces/default/deployments/web: expected an answer");
    }

    @Test
    void aMissingKubeconfigIsNamed() {
        Path missing = directory.resolve("no-such");

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> KubernetesCluster.connect(missing, "pawl"))
                .withMessageContaining(missing.toString());
    }

    @Test
    void eventsOfAWatchMayComeInAnyPieces() throws InterruptedException {
        code = 200;
        pieces =
                List.of(
                        "{\"type\": \"ADDED\", \"object\": {\"metadata\": {\"name\": \"a\",",
                        " \"managedFields\": []}}}\n{\"type\": \"BOOKMARK\", \"object\": {}}\n",
                        "{\"ty",
                        "pe\": \"DELETED\", \"object\": {\"metadata\": {\"name\": \"ä\"}}}\n",
                        "{\"type\": \"ERROR\", \"object\": {\"code\": 410}}\n");
        Heard heard = new Heard();

        cluster.watch(ResourceKind.SERVICE, Selection.all(), "5", heard);
        heard.end.await();

        assertThat(heard.texts).containsExactly("ADDED a", "DELETED ä");
        assertThat(heard.ends).singleElement().isInstanceOf(ClusterException.Expired.class);
    }

    @Test
    void aWatchThatTheServerEndsIsUnavailable() throws InterruptedException {
        code = 200;
        pieces = List.of();
        Heard heard = new Heard();

        cluster.watch(ResourceKind.SERVICE, Selection.all(), "5", heard);
        heard.end.await();

        assertThat(heard.ends).singleElement().isInstanceOf(ClusterException.Unavailable.class);
    }

    @Test
    void aWatchThatIsRefusedIsAnError() {
        code = 403;
        pieces = List.of("{}");

        assertThatExceptionOfType(ClusterException.Forbidden.class)
                .isThrownBy(() ->
                        cluster.watch(ResourceKind.SERVICE, Selection.all(), "5", new Heard()));
    }

    private Path kubeconfig(String server) throws IOException {
        return Files.writeString(
                directory.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u, namespace: default}}]
                current-context: x
                """
                        .formatted(server));
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(code, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            for (String piece : pieces) {
                body.write(piece.getBytes(UTF_8));
                body.flush();
            }
        }
    }

    private static final class Heard implements WatchListener {
        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final List<ClusterException> ends = new CopyOnWriteArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);

        @Override
        public void changed(Type type, ResourceManifest object) {
            assertThat(object.at("/metadata/managedFields").isMissingNode()).isTrue();
            texts.add(type + " " + object.name());
        }

        @Override
        public void closed(ClusterException reason) {
            ends.add(reason);
            end.countDown();
        }
    }
}
