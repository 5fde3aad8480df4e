package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.SourceLimits;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Vulnerabilities from the API and those known to be exploited after them, cycle by cycle.
@Timeout(120)
final class NvdCyclesTest {
    private static final String KEV = "/kev.json";
    private static final String OLD = "2024-12-01T00:00:00Z";

    private static final SourceLimits TWO_IN_30_SECONDS =
            SourceLimits.UNLIMITED.requests(2, Duration.ofSeconds(30));

    @TempDir private Path published;
    @TempDir private Path directory;

    private FeedServer server;

    @BeforeEach
    void open() throws IOException {
        Files.copy(Reading.sample("cve/known-exploited.json"), published.resolve("kev.json"));
        server = FeedServer.start(published);
        server.pages(20);
        Vulnerabilities.putAll(server, 50, OLD);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void loadsAllPagesAndThenTheOverlay() throws Exception {
        try (Site site = site(config -> config)) {
            assertThat(site.load("cve").row().cause()).isEqualTo("COMPLETED");
            assertThat(site.live("cve", "vulnerability")).isEqualTo(50);
            assertThat(site.live("cve", "known-exploited")).isEqualTo(3);
            assertThat(server.requests()).hasSize(4);
            assertThat(server.requests().getLast()).isEqualTo("GET " + KEV);
            assertThat(server.answers().getFirst()).endsWith(" k");
            assertThat(server.answers().getLast()).isEqualTo("200 " + KEV);
        }
    }

    @Test
    void asksOnlyForWhatChangedInLaterCycles() throws Exception {
        try (Site site = site(config -> config)) {
            site.load("cve");
            int asked = server.requests().size();
            site.pass(Duration.ofDays(2));
            Instant before = site.now();
            Vulnerabilities.put(server, 7, "2025-01-02T00:00:00Z", "A worse flaw.");
            Vulnerabilities.put(server, 51, "2025-01-02T00:00:00Z", "A new flaw.");
            ProviderStats second = site.load("cve");
            assertThat(second.row().counts().processed()).isEqualTo(2);
            List<String> later = server.answers().subList(asked, server.answers().size());
            assertThat(later).hasSize(2);
            assertThat(later.getFirst()).contains("lastModStartDate=2024-12-31T23:45:0");
            assertThat(later.getLast()).isEqualTo("304 " + KEV);
            assertThat(site.base().changes(before, "cve", 100))
                    .extracting(ItemQueries.Change::change)
                    .containsExactly("changed", "created");
        }
    }

    @Test
    void detectsDeletedRecordsInAFullCycle() throws Exception {
        try (Site site = site(config -> config)) {
            site.load("cve");
            server.remove(Vulnerabilities.id(3));
            site.load("cve");
            assertThat(site.live("cve", "vulnerability")).isEqualTo(50);
            site.start(true, "cve");
            site.until("cve", ProviderState.TERMINATED);
            assertThat(site.live("cve", "vulnerability")).isEqualTo(49);
            assertThat(site.live("cve", "known-exploited")).isEqualTo(3);
        }
    }

    /// V12: nothing starts from the start.
    @Test
    void resumesAtTheRightPageAfterACrash() throws Exception {
        try (Site site = site(config -> config)) {
            site.start(false, "cve");
            site.until(() -> site.live("cve", "vulnerability") >= 25);
            site.crash();
            int asked = server.requests().size();
            assertThat(asked).isEqualTo(2);
            site.restart();
            ProviderStats end = site.until("cve", ProviderState.TERMINATED);
            assertThat(end.row().cause()).isEqualTo("COMPLETED");
            assertThat(end.row().counts().processed()).isEqualTo(53);
            assertThat(site.live("cve", "vulnerability")).isEqualTo(50);
            assertThat(server.requests().get(asked)).contains("startIndex=20");
        }
    }

    @Test
    void resumesAtTheRightPageAfterAPause() throws Exception {
        try (Site site = site(config -> config)) {
            site.start(false, "cve");
            site.until(() -> site.live("cve", "vulnerability") >= 5);
            site.order(Order.pause("cve").by("tester").reason("tea"));
            site.until("cve", ProviderState.PAUSED);
            site.order(Order.resume("cve").by("tester"));
            ProviderStats end = site.until("cve", ProviderState.TERMINATED);
            assertThat(end.row().counts().processed()).isEqualTo(53);
        }
    }

    @Test
    void waitsForItsOwnRate() throws Exception {
        try (Site site = site(config -> config.limits(TWO_IN_30_SECONDS))) {
            Instant startedAt = site.now();
            site.start(false, "cve");
            ProviderStats waiting = site.until("cve", ProviderState.WAITING_BACKOFF);
            assertThat(server.requests()).hasSize(2);
            assertThat(waiting.waitsFor()).contains("2 requests in PT30S are used up");
            assertThat(waiting.wakesAt()).isBetween(startedAt, startedAt.plusSeconds(31));
            site.until("cve", ProviderState.TERMINATED);
            assertThat(site.live("cve", "vulnerability")).isEqualTo(50);
        }
    }

    /// It crashed while running, so that only the stored bucket counts its requests.
    @Test
    void countsItsRequestsAcrossACrash() throws Exception {
        try (Site site = site(config -> config.limits(TWO_IN_30_SECONDS))) {
            Instant startedAt = site.now();
            site.start(false, "cve");
            site.until(() -> site.live("cve", "vulnerability") >= 25);
            assertThat(site.stats("cve").state()).isEqualTo(ProviderState.RUNNING);
            site.crash();
            assertThat(server.requests()).hasSize(2);
            site.restart();
            site.until("cve", ProviderState.WAITING_BACKOFF);
            assertThat(server.requests()).hasSize(2);
            assertThat(site.stats("cve").wakesAt()).isAfter(startedAt.plusSeconds(10));
            site.until("cve", ProviderState.TERMINATED);
            assertThat(site.live("cve", "vulnerability")).isEqualTo(50);
        }
    }

    static List<HttpFault> transientFaults() {
        return List.of(
                new HttpFault.Answer(500),
                new HttpFault.Cut(100),
                new HttpFault.Truncate(100),
                new HttpFault.Stall(100));
    }

    @ParameterizedTest
    @MethodSource("transientFaults")
    void fetchesAPageAgainAfterATransientFault(HttpFault fault) throws Exception {
        server.script(FeedServer.API, new HttpFault.None(), fault);
        try (Site site = site(config -> config)) {
            ProviderStats end = site.load("cve");
            assertThat(end.row().cause()).as(end.row().detail()).isEqualTo("COMPLETED");
            assertThat(end.row().counts().processed()).isEqualTo(53);
            assertThat(server.requests(FeedServer.API)).hasSize(4);
        }
    }

    @Test
    void waitsAsLongAsTheServerAsks() throws Exception {
        server.script(
                FeedServer.API,
                new HttpFault.None(),
                new HttpFault.Answer(403, Map.of("Retry-After", "300")));
        try (Site site = site(config -> config)) {
            Instant startedAt = site.now();
            site.start(false, "cve");
            ProviderStats waiting = site.until("cve", ProviderState.WAITING_BACKOFF);
            assertThat(waiting.wakesAt())
                    .isBetween(startedAt.plusSeconds(300), startedAt.plusSeconds(301));
            assertThat(waiting.waitsFor()).contains("HTTP 403");
            ProviderStats end = site.until("cve", ProviderState.TERMINATED);
            assertThat(end.row().counts().processed()).isEqualTo(53);
        }
    }

    @Test
    void waitsAMinuteIfTheServerNamesNoTime() throws Exception {
        server.limit(1, Duration.ofHours(1), 403, "");
        try (Site site = site(config -> config)) {
            Instant startedAt = site.now();
            site.start(false, "cve");
            ProviderStats waiting = site.until("cve", ProviderState.WAITING_BACKOFF);
            assertThat(waiting.wakesAt())
                    .isBetween(startedAt.plusSeconds(60), startedAt.plusSeconds(61));
            server.limit(100, Duration.ofHours(1), 403, "");
            ProviderStats end = site.until("cve", ProviderState.TERMINATED);
            assertThat(end.row().cause()).isEqualTo("COMPLETED");
        }
    }

    private Site site(UnaryOperator<ProviderConfig> config) {
        return Site.of(
                directory,
                Map.of("cve", List.of(server.url(FeedServer.API), server.url(KEV))),
                options -> options.batches(5).config(SourceKind.CVE, config));
    }
}
