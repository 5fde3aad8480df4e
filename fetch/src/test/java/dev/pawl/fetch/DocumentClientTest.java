package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Documents of a real server, whose responses fail where a test says so.
@Timeout(60)
final class DocumentClientTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final FetchLimits LIMITS = FetchLimits.DEFAULT.silence(Duration.ofSeconds(2));
    private static final String CONTENT = "0123456789".repeat(1_000);

    @TempDir private Path published;
    @TempDir private Path directory;

    private final DocumentClient client = new DocumentClient(LIMITS);
    private FeedServer server;
    private Path target;

    @BeforeEach
    void open() throws IOException {
        server = FeedServer.start(published);
        publish(CONTENT);
        target = Files.createDirectory(directory.resolve("documents")).resolve("a.json");
        Files.createDirectory(directory.resolve("parts"));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void fetchesADocumentWithOneRequest() throws Exception {
        FetchedDocument fetched = client.fetch(request(), fetch()).orElseThrow();
        assertThat(target).hasContent(CONTENT);
        assertThat(fetched.file().size()).isEqualTo(CONTENT.length());
        assertThat(fetched.file().resumedAt()).isZero();
        assertThat(fetched.etag()).isPresent();
        assertThat(fetched.lastModified()).isPresent();
        assertThat(fetched.serverTime()).isPresent();
        assertThat(server.requests()).containsExactly("GET /a.json");
        assertThat(files("documents")).containsExactly("a.json");
        assertThat(files("parts")).isEmpty();
    }

    @Test
    void fetchesNothingIfTheCallerHasTheContent() throws Exception {
        FetchedDocument first = client.fetch(request(), fetch()).orElseThrow();
        DocumentRequest byTag = request().unlessSame(first.etag(), Optional.empty());
        DocumentRequest byTime = request().unlessSame(Optional.empty(), first.lastModified());
        assertThat(client.fetch(byTag, fetch())).isEmpty();
        assertThat(client.fetch(byTime, fetch())).isEmpty();
        publish("other");
        assertThat(client.fetch(byTag, fetch())).isPresent();
        assertThat(target).hasContent("other");
        assertThat(server.answers())
                .containsExactly("200 /a.json", "304 /a.json", "304 /a.json", "200 /a.json");
        assertThat(files("parts")).isEmpty();
    }

    static List<HttpFault> interruptions() {
        return List.of(new HttpFault.Truncate(4_000), new HttpFault.Stall(4_000));
    }

    @ParameterizedTest
    @MethodSource("interruptions")
    void resumesWhereABodyWasInterrupted(HttpFault fault) throws Exception {
        server.script("/a.json", fault);
        assertThat(error(Kind.TRANSIENT, request())).hasMessageContaining(url("/a.json"));
        assertThat(files("documents")).isEmpty();
        assertThat(files("parts")).containsExactly("a.part", "a.part.json");
        long kept = Files.size(directory.resolve("parts/a.part"));

        Fetched fetched = client.fetch(request(), fetch()).orElseThrow().file();

        assertThat(fetched.resumedAt()).isEqualTo(kept);
        assertThat(target).hasContent(CONTENT);
        assertThat(server.requests())
                .containsExactly("GET /a.json", "GET /a.json bytes=%d-".formatted(kept));
        assertThat(server.answers()).containsExactly("200 /a.json", "206 /a.json");
        assertThat(files("parts")).isEmpty();
    }

    @Test
    void resumesADocumentOfUnknownLength() throws Exception {
        String head = CONTENT.substring(0, 0x100);
        Map<String, String> headers = Map.of("Transfer-Encoding", "chunked", "ETag", etag());
        server.script("/a.json", new HttpFault.Answer(200, headers, "100\r\n" + head + "\r\n"));
        error(Kind.TRANSIENT, request());
        assertThat(client.fetch(request(), fetch()).orElseThrow().file().resumedAt())
                .isEqualTo(0x100);
        assertThat(target).hasContent(CONTENT);
    }

    @Test
    void keepsNoPartWithAWeakTag() throws Exception {
        server.script("/a.json", new HttpFault.With("ETag", "W/\"1\""));
        FetchedDocument weak = client.fetch(request(), fetch()).orElseThrow();
        assertThat(weak.etag()).contains("W/\"1\"");
        String head = CONTENT.substring(0, 100);
        Map<String, String> headers = Map.of("Transfer-Encoding", "chunked", "ETag", "W/\"1\"");
        server.script("/a.json", new HttpFault.Answer(200, headers, "64\r\n" + head + "\r\n"));
        error(Kind.TRANSIENT, request());
        assertThat(files("parts")).isEmpty();
    }

    @Test
    void startsOverWithTheSameRequestIfTheDocumentChanged() throws Exception {
        keepAPart();
        publish("other");
        assertThat(client.fetch(request(), fetch()).orElseThrow().file().resumedAt()).isZero();
        assertThat(target).hasContent("other");
        assertThat(server.answers()).containsExactly("200 /a.json", "200 /a.json");
    }

    static List<HttpFault> wrongRests() {
        return List.of(
                new HttpFault.Answer(416),
                new HttpFault.With("Content-Range", "bytes 0-9/10"),
                new HttpFault.With("Content-Range", "bytes 4000-9998/9999"),
                new HttpFault.With("ETag", "\"another\""),
                new HttpFault.Without("ETag"));
    }

    @ParameterizedTest
    @MethodSource("wrongRests")
    void requestsTheWholeIfTheServerDoesNotHaveTheRest(HttpFault fault) throws Exception {
        keepAPart();
        server.script("/a.json", fault);
        assertThat(client.fetch(request(), fetch()).orElseThrow().file().resumedAt()).isZero();
        assertThat(target).hasContent(CONTENT);
        assertThat(server.requests())
                .containsExactly("GET /a.json", "GET /a.json bytes=4000-", "GET /a.json");
    }

    @Test
    void doesNotResumeAnotherDocument() throws Exception {
        keepAPart();
        Files.writeString(published.resolve("b.json"), CONTENT);
        DocumentRequest other = DocumentRequest.of(URI.create(url("/b.json?x")));
        assertThat(client.fetch(other, fetch()).orElseThrow().file().resumedAt()).isZero();
    }

    @Test
    void stopsWhenItIsInterruptedAndResumesLater() throws Exception {
        server.script("/a.json", new HttpFault.Stall(4_000));
        FetchLimits patient = LIMITS.silence(Duration.ofMinutes(1));
        try (DocumentClient waiting = new DocumentClient(patient)) {
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread thread =
                    Thread.ofVirtual()
                            .start(() ->
                                    end.set(
                                            catchThrowable(
                                                    () -> waiting.fetch(request(), fetch()))));
            Path part = directory.resolve("parts/a.part");
            while (!Files.exists(part) || Files.size(part) < 4_000) Thread.onSpinWait();
            thread.interrupt();
            thread.join();
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
            assertThat(waiting.fetch(request(), fetch()).orElseThrow().file().resumedAt())
                    .isEqualTo(4_000);
            assertThat(target).hasContent(CONTENT);
        }
    }

    @Test
    void aResetSilenceAndARefusedConnectionAreTransient() throws Exception {
        server.script("/a.json", new HttpFault.Cut(0), new HttpFault.Stall(5_000));
        server.script("/a.json", new HttpFault.Silence());
        error(Kind.TRANSIENT, request());
        assertThat(error(Kind.TRANSIENT, request())).hasMessageContaining("found silence");
        assertThat(error(Kind.TRANSIENT, request())).hasMessageContaining("found silence");
        URI nowhere = URI.create("http://127.0.0.1:%d/a.json".formatted(freePort()));
        assertThat(error(Kind.TRANSIENT, DocumentRequest.of(nowhere)))
                .hasMessageContaining("no connection");
    }

    @ParameterizedTest
    @CsvSource({
        "401, DENIED",
        "403, DENIED",
        "404, NOT_FOUND",
        "410, NOT_FOUND",
        "418, REFUSED",
        "429, THROTTLED",
        "500, TRANSIENT",
        "502, TRANSIENT",
        "503, THROTTLED",
        "204, TRANSIENT",
        "206, TRANSIENT",
        "304, TRANSIENT",
    })
    void aStatusHasAKind(int status, Kind kind) throws Exception {
        Map<String, String> explained = Map.of("message", "because");
        server.script("/a.json", new HttpFault.Answer(status, explained, ""));
        FetchException error = error(kind, request());
        assertThat(error.retryAfter(NOW)).isEmpty();
        assertThat(error).hasMessageContaining("HTTP %d (because); ".formatted(status));
        assertThat(files("parts")).isEmpty();
    }

    @Test
    void keepsThePartWhenTheServerThrottlesInItsOwnWay() throws Exception {
        keepAPart();
        server.script("/a.json", new HttpFault.Answer(403, Map.of("Retry-After", "5")));
        assertThat(error(Kind.THROTTLED, request().throttledBy(Set.of(403))).retryAfter(NOW))
                .contains(Duration.ofSeconds(5));
        assertThat(client.fetch(request(), fetch()).orElseThrow().file().resumedAt())
                .isEqualTo(4_000);
    }

    @Test
    void reportsTheWaitThatTheServerAsksForWithinTheBound() {
        Map<String, Optional<Duration>> waits = new LinkedHashMap<>();
        waits.put("7", Optional.of(Duration.ofSeconds(7)));
        waits.put("Fri, 01 May 2026 12:01:30 GMT", Optional.of(Duration.ofSeconds(90)));
        waits.put("86401", Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put("9".repeat(100), Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put("Fri, 31 Dec 9999 23:59:59 GMT", Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put("-5", Optional.of(Duration.ZERO));
        waits.put("Thu, 01 Jan 1970 00:00:00 GMT", Optional.of(Duration.ZERO));
        waits.put("soon", Optional.empty());
        waits.forEach((header, wait) -> {
            server.script("/a.json", new HttpFault.Answer(429, Map.of("Retry-After", header)));
            assertThat(error(Kind.THROTTLED, request()).retryAfter(NOW))
                    .as("Retry-After: %s", header)
                    .isEqualTo(wait);
        });
    }

    @Test
    void aRejectedContentLeavesTheOldOne() throws Exception {
        Files.writeString(target, "before");
        List<String> seen = new ArrayList<>();
        DocumentRequest strict =
                request()
                        .check((head, type) -> {
                            seen.add(head.length + " " + type.orElse("none"));
                            return Optional.of("expected a poem, found digits; look elsewhere");
                        });
        assertThat(error(Kind.REFUSED, strict))
                .hasMessage("%s: expected a poem, found digits; look elsewhere", url("/a.json"));
        assertThat(seen).hasSize(1).first().asString().startsWith("4000 ");
        assertThat(target).hasContent("before");
        assertThat(files("parts")).isEmpty();
        DocumentRequest broken =
                request()
                        .check((_, _) -> {
                            throw new IOException("disk");
                        });
        assertThat(error(Kind.UNWRITABLE, broken)).hasMessageContaining("disk");
        assertThat(target).hasContent("before");
    }

    @Test
    void refusesWhatIsTooLarge() throws Exception {
        FetchException error =
                FetchErrors.of(
                        Kind.TOO_LARGE, () -> client.fetch(request(), fetch().atMost(9_999)));
        assertThat(error).hasMessageContaining("at most 9999 bytes, found 10000");
        try (DocumentClient small = new DocumentClient(LIMITS.bytesMax(9_999))) {
            FetchErrors.of(Kind.TOO_LARGE, () -> small.fetch(request(), fetch()));
        }
    }

    @Test
    void followsRedirectsUpToABound() throws Exception {
        server.script("/old.json", redirect("/a.json"));
        assertThat(client.fetch(DocumentRequest.of(URI.create(url("/old.json"))), fetch()))
                .isPresent();
        for (int i = 0; i < 6; i++) server.script("/loop.json", redirect("/loop.json"));
        assertThat(error(Kind.REFUSED, DocumentRequest.of(URI.create(url("/loop.json")))))
                .hasMessageContaining("at most 5 redirects");
        server.script("/odd.json", redirect("ftp://x/y"));
        assertThat(error(Kind.REFUSED, DocumentRequest.of(URI.create(url("/odd.json")))))
                .hasMessageContaining("ftp://x/y");
    }

    @Test
    void sendsSecretHeadersToTheHostOfTheUrlOnly() throws Exception {
        try (FeedServer other = FeedServer.start(published)) {
            DocumentRequest secret = request().secret(Map.of("apiKey", "k"));
            assertThat(secret.toString()).doesNotContain("apiKey");
            server.script("/a.json", redirect("/b.json"), redirect(other.url("/a.json")));
            Files.writeString(published.resolve("b.json"), "b");
            client.fetch(secret, fetch());
            client.fetch(secret, fetch());
            assertThat(server.answers()).containsExactly("200 /b.json k");
            assertThat(other.answers()).containsExactly("200 /a.json");
        }
    }

    @Test
    void passesTheGateBeforeEachRequest() throws Exception {
        keepAPart();
        server.script("/a.json", new HttpFault.Answer(416));
        CountingGate gate = new CountingGate(2);
        client.fetch(request(), fetch().through(gate));
        assertThat(gate.passed()).isEqualTo(2);
        assertThat(gate.successes()).isEqualTo(1);
        FetchException error =
                FetchErrors.of(
                        Kind.THROTTLED, () -> client.fetch(request(), fetch().through(gate)));
        assertThat(error).hasMessage("used up").hasRootCauseMessage("the limit");
        assertThat(server.requests()).hasSize(3);
        assertThat(gate.successes()).isEqualTo(1);
    }

    private void keepAPart() {
        server.script("/a.json", new HttpFault.Truncate(4_000));
        error(Kind.TRANSIENT, request());
    }

    private FetchException error(Kind kind, DocumentRequest request) {
        return FetchErrors.of(kind, () -> client.fetch(request, fetch()));
    }

    private DocumentRequest request() {
        return DocumentRequest.of(URI.create(url("/a.json")));
    }

    private Fetch fetch() {
        return Fetch.to(target).partAt(directory.resolve("parts/a"));
    }

    private String etag() throws FetchException, InterruptedException {
        Path elsewhere = directory.resolve("elsewhere");
        return client.fetch(request(), Fetch.to(elsewhere)).orElseThrow().etag().orElseThrow();
    }

    private String url(String path) {
        return server.url(path);
    }

    private void publish(String content) throws IOException {
        Files.writeString(published.resolve("a.json"), content);
    }

    private static HttpFault redirect(String location) {
        return new HttpFault.Answer(302, Map.of("Location", location));
    }

    private List<String> files(String name) throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve(name))) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
