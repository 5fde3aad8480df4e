package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files and records as a client sees them.
final class FeedServerTest {
    private static final String WINDOW = "?lastModStartDate=%s&lastModEndDate=%s";

    @TempDir private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private FeedServer server;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(directory.resolve("a.json"), "0123456789");
        server = FeedServer.start(directory);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        client.close();
    }

    @Test
    void servesAFileUntilItIsKnown() throws Exception {
        HttpResponse<String> first = get("/a.json");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("0123456789");
        String etag = first.headers().firstValue("ETag").orElseThrow();
        String time = first.headers().firstValue("Last-Modified").orElseThrow();
        assertThat(get("/a.json", "If-None-Match", etag).statusCode()).isEqualTo(304);
        assertThat(get("/a.json", "If-Modified-Since", time).statusCode()).isEqualTo(304);
        Files.writeString(directory.resolve("a.json"), "other");
        assertThat(get("/a.json", "If-None-Match", etag).body()).isEqualTo("other");
        assertThat(get("/b.json").statusCode()).isEqualTo(404);
    }

    @Test
    void servesTheRestOfAFile() throws Exception {
        HttpResponse<String> rest = get("/a.json", "Range", "bytes=4-");
        assertThat(rest.statusCode()).isEqualTo(206);
        assertThat(rest.body()).isEqualTo("456789");
        assertThat(rest.headers().firstValue("Content-Range")).hasValue("bytes 4-9/10");
        assertThat(get("/a.json", "Range", "bytes=4-", "If-Range", "\"x\"").statusCode())
                .isEqualTo(200);
        assertThat(get("/a.json", "Range", "bytes=10-").statusCode()).isEqualTo(416);
    }

    @Test
    void servesRecordsPageByPage() throws Exception {
        for (int i = 0; i < 5; i++) put("CVE-" + i, "2026-01-0%dT00:00:00Z".formatted(i + 1));
        server.pages(2);
        assertThat(get(FeedServer.API).body())
                .contains("\"totalResults\": 5", "CVE-0", "CVE-1")
                .doesNotContain("CVE-2");
        assertThat(get(FeedServer.API + "?startIndex=4").body()).contains("CVE-4");
        server.remove("CVE-0");
        assertThat(get(FeedServer.API).body()).contains("\"totalResults\": 4", "CVE-2");
    }

    @Test
    void servesWhatWasModifiedInAWindow() throws Exception {
        put("CVE-1", "2026-01-01T00:00:00Z");
        put("CVE-2", "2026-03-01T00:00:00Z");
        String window = WINDOW.formatted("2026-02-01T00:00:00Z", "2026-05-01T00:00:00Z");
        assertThat(get(FeedServer.API + window).body()).contains("CVE-2").doesNotContain("CVE-1");
    }

    @Test
    void refusesAWindowOfMoreThan120Days() throws Exception {
        String window = WINDOW.formatted("2026-01-01T00:00:00Z", "2026-05-02T00:00:00Z");
        HttpResponse<String> refused = get(FeedServer.API + window);
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.headers().firstValue("message").orElseThrow()).contains("120");
    }

    @Test
    void refusesMoreRequestsThanItsLimit() throws Exception {
        server.limit(1, Duration.ofHours(1), 403, "7");
        assertThat(get(FeedServer.API).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = get(FeedServer.API);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("7");
    }

    @Test
    void spoilsTheRequestsOfOnePath() throws Exception {
        put("CVE-1", "2026-01-01T00:00:00Z");
        server.script("/a.json", new HttpFault.Answer(429, Map.of("Retry-After", "1")));
        server.script("/a.json", new HttpFault.Cut(3));
        assertThat(get(FeedServer.API + "?startIndex=0").statusCode()).isEqualTo(200);
        assertThat(get("/a.json").statusCode()).isEqualTo(429);
        assertThatThrownBy(() -> get("/a.json")).isInstanceOf(IOException.class);
        assertThat(get("/a.json").statusCode()).isEqualTo(200);
        assertThat(server.requests("/a.json")).hasSize(3);
        assertThat(server.answers()).contains("200 /a.json").doesNotContain("429 /a.json");
    }

    private void put(String id, String lastModified) {
        server.put(id, lastModified, "{\"cve\": {\"id\": \"%s\"}}".formatted(id));
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url(path)));
        if (headers.length > 0) request.headers(headers);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
