package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class S3ServerTest {
    private static final byte[] CONTENT = {1, 2, 3, 4, 5};

    @TempDir private Path directory;

    @Test
    void servesWhatWasPutAndCountsIt() throws Exception {
        Path file = Files.write(directory.resolve("file"), CONTENT);
        try (S3Server server = S3Server.open(directory.resolve("buckets"))) {
            server.createBucket("images");
            server.createBucket("images");
            server.put("images", "a/b.tar", file);
            server.put("images", "c", CONTENT, Map.of("sha256", "none"));

            assertThat(get(server, "/images/a/b.tar", Map.of()).body()).isEqualTo(CONTENT);
            assertThat(server.requests()).isEqualTo(1);
            HttpResponse<byte[]> part = get(server, "/images/c", Map.of("Range", "bytes=3-"));
            assertThat(part.statusCode()).isEqualTo(206);
            assertThat(part.body()).containsExactly(4, 5);
            assertThat(part.headers().firstValue("x-amz-meta-sha256")).contains("none");
            assertThat(part.headers().firstValue("ETag")).isPresent();
            server.remove("images", "c");
            assertThat(get(server, "/images/c", Map.of()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void answersARequestWithAnOutdatedValidator() throws Exception {
        try (S3Server server = S3Server.open(directory)) {
            server.createBucket("images");
            server.put("images", "a", CONTENT);
            String tag =
                    get(server, "/images/a", Map.of()).headers().firstValue("ETag").orElseThrow();
            Map<String, String> same = Map.of("If-Match", tag);
            assertThat(get(server, "/images/a", same).statusCode()).isEqualTo(200);
            server.put("images", "a", new byte[] {1});
            assertThat(get(server, "/images/a", same).statusCode()).isEqualTo(412);
        }
    }

    @Test
    void refusesUnsignedRequests() throws Exception {
        try (S3Server server = S3Server.start(directory, "id", "secret")) {
            server.createBucket("images");
            server.put("images", "a", CONTENT);
            assertThat(get(server, "/images/a", Map.of()).statusCode()).isEqualTo(403);
        }
    }

    private static HttpResponse<byte[]> get(
            S3Server server, String path, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
        headers.forEach(request::header);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        }
    }
}
