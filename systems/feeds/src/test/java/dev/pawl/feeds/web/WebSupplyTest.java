package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.fetch.DocumentClient;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Documents of a real server, whose responses fail where a test says so. How a fetch resumes and
/// checks what it gets is tested in the fetch module.
@Timeout(60)
final class WebSupplyTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final FetchLimits LIMITS = FetchLimits.DEFAULT.silence(Duration.ofSeconds(2));

    private static final ReadOptions FRESH = new ReadOptions("", true, false, RequestGate.OPEN);
    private static final String CONTENT = "0123456789".repeat(1_000);

    @TempDir private Path published;
    @TempDir private Path directory;

    private FeedServer server;

    @BeforeEach
    void open() throws IOException {
        server = FeedServer.start(published);
        publish("a.json", CONTENT);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void fetchesOnlyWhatChanged() throws Exception {
        publish("b.json", "b");
        WebSupply supply = supply("/a.json", "/b.json");
        assertThat(contents(supply.fetch(FRESH))).containsExactly(CONTENT, "b");
        publish("b.json", "c");
        assertThat(contents(supply.fetch(FRESH))).contains("c");
        assertThat(server.answers())
                .containsExactly("200 /a.json", "200 /b.json", "304 /a.json", "200 /b.json");
    }

    @Test
    void asksByTimeIfThereIsNoTag() throws Exception {
        server.script("/a.json", new HttpFault.Without("ETag"));
        WebSupply supply = supply("/a.json");
        supply.fetch(FRESH);
        supply.fetch(FRESH);
        assertThat(server.answers()).containsExactly("200 /a.json", "304 /a.json");
    }

    @Test
    void resumesWhereABodyWasTruncated() throws Exception {
        server.script("/a.json", new HttpFault.Truncate(4_000));
        WebSupply supply = supply("/a.json");
        SourceException truncated = refused(supply);
        assertThat(truncated.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(truncated).hasMessageContainingAll(server.url("/a.json"), "complete response");
        assertThat(contents(supply.fetch(FRESH))).containsExactly(CONTENT);
        assertThat(server.requests()).containsExactly("GET /a.json", "GET /a.json bytes=4000-");
        assertThat(server.answers()).containsExactly("200 /a.json", "206 /a.json");
    }

    @ParameterizedTest
    @CsvSource({
        "401, AUTH",
        "403, AUTH",
        "404, NOT_FOUND",
        "410, NOT_FOUND",
        "429, THROTTLED",
        "500, TRANSIENT",
        "502, TRANSIENT",
        "503, THROTTLED"
    })
    void mapsAStatusToAKindOfFailure(int status, FailureKind kind) {
        server.script("/a.json", new HttpFault.Answer(status));
        SourceException refused = refused(supply("/a.json"));
        assertThat(refused.kind()).isEqualTo(kind);
        assertThat(refused.until()).isEmpty();
        assertThat(refused).hasMessageContainingAll(server.url("/a.json"), "HTTP " + status);
    }

    @Test
    void waitsAsLongAsTheServerAsks() {
        String date = "Fri, 01 May 2026 12:01:30 GMT";
        server.script("/a.json", new HttpFault.Answer(429, Map.of("Retry-After", "7")));
        server.script("/a.json", new HttpFault.Answer(503, Map.of("Retry-After", date)));
        server.script("/a.json", new HttpFault.Answer(403, Map.of("Retry-After", "5")));
        WebSupply nvd =
                new WebSupply(
                        client(LIMITS),
                        directory,
                        List.of(URI.create(server.url("/a.json"))),
                        WebSupply.THROTTLING_OF_NVD);
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(7));
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(90));
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(5));
    }

    @Test
    void refusesAPageInPlaceOfAFeed() throws Exception {
        String page = "<!DOCTYPE html><html><head><title>We are moving</title></head></html>";
        server.script("/a.json", new HttpFault.Answer(200, Map.of(), page));
        server.script(
                "/a.json", new HttpFault.Answer(200, Map.of("Content-Type", "text/html"), "Hello"));
        WebSupply supply = supply("/a.json");
        SourceException first = refused(supply);
        assertThat(first.kind()).isEqualTo(FailureKind.SCHEMA);
        assertThat(first).hasMessageContainingAll("expected a feed", "We are moving");
        assertThat(refused(supply).kind()).isEqualTo(FailureKind.SCHEMA);
        assertThat(contents(supply.fetch(FRESH))).hasSize(1);
    }

    @Test
    void acceptsAPageIfTheDocumentIsOne() throws Exception {
        publish("guide.html", "<html><title>A guide</title></html>");
        assertThat(contents(supply("/guide.html").fetch(FRESH))).hasSize(1);
    }

    @Test
    void refusesWhatIsTooLarge() {
        WebSupply small =
                new WebSupply(
                        client(LIMITS.bytesMax(9_999)),
                        directory,
                        List.of(URI.create(server.url("/a.json"))),
                        Set.of());
        SourceException refused = refused(small);
        assertThat(refused.kind()).isEqualTo(FailureKind.SCHEMA);
        assertThat(refused).hasMessageContaining("at most 9999 bytes");
    }

    @Test
    void deletesDocumentsOfUrlsThatAreNoLongerConfigured() throws Exception {
        publish("b.json", "b");
        supply("/a.json", "/b.json").fetch(FRESH);
        assertThat(contents(supply("/b.json").fetch(FRESH))).containsExactly("b");
    }

    @Test
    void resumesInTheMiddleOfTheUrlsWhenTheGateOpens() throws Exception {
        publish("b.json", "b");
        publish("c.json", "c");
        WebSupply supply = supply("/a.json", "/b.json", "/c.json");
        assertThat(refused(supply, new Allowing(2)).kind()).isEqualTo(FailureKind.THROTTLED);
        assertThat(contents(supply.fetch(options(new Allowing(1))))).hasSize(3);
        assertThat(server.answers()).containsExactly("200 /a.json", "200 /b.json", "200 /c.json");
    }

    @Test
    void sendsNoRequestInTheMiddleOfACycle() throws Exception {
        WebSupply supply = supply("/a.json");
        supply.fetch(FRESH);
        supply.fetch(new ReadOptions("", false, false, RequestGate.OPEN));
        assertThat(server.requests()).hasSize(1);
    }

    private void publish(String name, String content) throws IOException {
        Files.writeString(published.resolve(name), content);
    }

    private static WebClient client(FetchLimits limits) {
        return new WebClient(new DocumentClient(limits), () -> NOW);
    }

    private WebSupply supply(String... paths) {
        return supplyAt(Stream.of(paths).map(server::url).toArray(String[]::new));
    }

    private WebSupply supplyAt(String... addresses) {
        List<URI> all = Stream.of(addresses).map(URI::create).toList();
        return new WebSupply(client(LIMITS), directory, all, Set.of());
    }

    private static ReadOptions options(RequestGate gate) {
        return new ReadOptions("", true, false, gate);
    }

    private SourceException refused(WebSupply supply) {
        return refused(supply, RequestGate.OPEN);
    }

    private static SourceException refused(WebSupply supply, RequestGate gate) {
        return catchThrowableOfType(SourceException.class, () -> supply.fetch(options(gate)));
    }

    private static List<String> contents(Path files) throws IOException {
        try (Stream<Path> all = Files.list(files).sorted()) {
            return all.map(WebSupplyTest::content).toList();
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// A gate that lets a number of requests pass.
    private static final class Allowing implements RequestGate {
        private int left;

        Allowing(int count) {
            left = count;
        }

        @Override
        public void pass() throws SourceException {
            if (left-- <= 0) throw SourceException.throttled("used up", NOW.plusSeconds(30));
        }

        @Override
        public void succeeded() {}
    }
}
