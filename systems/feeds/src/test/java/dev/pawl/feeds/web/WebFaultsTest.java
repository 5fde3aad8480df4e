package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How a provider reacts to the faults of a server: where it waits, until when, and how it ends.
@Timeout(120)
final class WebFaultsTest {
    private static final String PATH = "/cwec.xml";

    @TempDir private Path published;
    @TempDir private Path directory;

    private FeedServer server;
    private Site site;

    @BeforeEach
    void open() throws IOException {
        Files.copy(Reading.sample("cwe/cwec.xml"), published.resolve("cwec.xml"));
        server = FeedServer.start(published);
        site =
                Site.of(
                        directory,
                        Map.of("cwe", List.of(server.url(PATH))),
                        options ->
                                options.config(
                                        SourceKind.CWE,
                                        config -> config.retries(2, Duration.ofSeconds(5))));
    }

    @AfterEach
    void close() throws IOException {
        site.close();
        server.close();
    }

    @Test
    void waitsForSecondsAndResumes() throws Exception {
        server.script(PATH, new HttpFault.Answer(429, Map.of("Retry-After", "120")));
        Instant startedAt = site.now();
        site.start(false, "cwe");
        ProviderStats waiting = site.until("cwe", ProviderState.WAITING_BACKOFF);
        assertThat(waiting.wakesAt())
                .isBetween(startedAt.plusSeconds(120), startedAt.plusSeconds(121));
        assertThat(waiting.waitsFor()).contains("HTTP 429", server.url(PATH));
        assertCompletes();
        assertThat(site.now()).isBetween(startedAt.plusSeconds(120), startedAt.plusSeconds(130));
    }

    @Test
    void waitsUntilADateAndResumes() throws Exception {
        // The clock starts in the year 2025.
        String date = "Wed, 01 Jan 2025 01:00:00 GMT";
        server.script(PATH, new HttpFault.Answer(503, Map.of("Retry-After", date)));
        site.start(false, "cwe");
        ProviderStats waiting = site.until("cwe", ProviderState.WAITING_BACKOFF);
        assertThat(waiting.wakesAt()).isEqualTo(Instant.parse("2025-01-01T01:00:00Z"));
        assertCompletes();
    }

    @Test
    void keepsWaitingAfterARestart() throws Exception {
        server.script(PATH, new HttpFault.Answer(429, Map.of("Retry-After", "600")));
        Instant startedAt = site.now();
        site.start(false, "cwe");
        site.until("cwe", ProviderState.WAITING_BACKOFF);
        site.crash();
        site.restart();
        assertThat(site.stats("cwe").state()).isEqualTo(ProviderState.WAITING_BACKOFF);
        assertThat(site.stats("cwe").wakesAt())
                .isBetween(startedAt.plusSeconds(600), startedAt.plusSeconds(601));
        assertThat(server.requests()).hasSize(1);
        assertCompletes();
    }

    static List<HttpFault> transientFaults() {
        return List.of(
                new HttpFault.Answer(500),
                new HttpFault.Cut(0),
                new HttpFault.Cut(2_000),
                new HttpFault.Truncate(2_000),
                new HttpFault.Stall(2_000),
                new HttpFault.Silence(),
                new HttpFault.Garbage());
    }

    @ParameterizedTest
    @MethodSource("transientFaults")
    void retriesTransientFaults(HttpFault fault) throws Exception {
        server.script(PATH, fault);
        site.start(false, "cwe");
        assertCompletes();
        assertThat(server.requests(PATH)).hasSize(2);
    }

    @Test
    void givesUpAfterTheRetries() throws Exception {
        HttpFault fault = new HttpFault.Answer(500);
        server.script(PATH, fault, fault, fault, fault);
        ProviderStats end = site.load("cwe");
        assertThat(end.row().cause()).isEqualTo("FAILED");
        assertThat(end.row().detail())
                .contains("gave up after 2 retries", server.url(PATH), "HTTP 500");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 410})
    void failsAtOnceIfARetryDoesNotHelp(int status) throws Exception {
        server.script(PATH, new HttpFault.Answer(status));
        ProviderStats end = site.load("cwe");
        assertThat(end.row().cause()).isEqualTo("FAILED");
        assertThat(end.row().detail()).contains(server.url(PATH), "HTTP " + status, "; check");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void failsWithTheTitleOfAnHtmlPage() throws Exception {
        String page = "<html><head><title>Sign in</title></head></html>";
        server.script(PATH, new HttpFault.Answer(200, Map.of("Content-Type", "text/html"), page));
        ProviderStats end = site.load("cwe");
        assertThat(end.row().detail()).contains("expected a feed, found an HTML page: Sign in");
        site.start(false, "cwe");
        assertCompletes();
    }

    @Test
    void doesNotLoadAnUnchangedDocumentAgain() throws Exception {
        site.start(false, "cwe");
        assertCompletes();
        ProviderStats second = site.load("cwe");
        assertThat(second.row().counts().processed()).isZero();
        assertThat(server.answers()).containsExactly("200 " + PATH, "304 " + PATH);
    }

    private void assertCompletes() {
        ProviderStats end = site.until("cwe", ProviderState.TERMINATED);
        assertThat(end.row().cause()).as(end.row().detail()).isEqualTo("COMPLETED");
        assertThat(site.live("cwe", "weakness")).isPositive();
    }
}
