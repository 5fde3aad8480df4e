package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.feeds.load.RawRecord;
import dev.pawl.fetch.DocumentClient;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The API of NVD, read batch by batch.
@Timeout(60)
final class NvdApiTest {
    private static final String JANUARY = "2026-01-01T00:00:00Z";

    @TempDir private Path published;
    @TempDir private Path directory;

    private final WebClient client =
            new WebClient(new DocumentClient(WebProviders.LIMITS), () -> now());
    private FeedServer server;
    private Instant now = Instant.parse("2026-02-01T00:00:00Z");

    @BeforeEach
    void open() throws IOException {
        server = FeedServer.start(published);
        server.pages(4);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void readsEverythingPageByPageAtFirst() throws Exception {
        Vulnerabilities.putAll(server, 10, JANUARY);
        ReadingProcess process = new ReadingProcess("", true, false);
        process.readAll(3);
        assertThat(process.records).isEqualTo(10);
        assertThat(server.answers())
                .containsExactly(page(0) + " k", page(4) + " k", page(8) + " k");
        assertThat(remains()).isEmpty();
    }

    @Test
    void readsWhatWasModifiedSinceTheLastCycleStarted() throws Exception {
        Vulnerabilities.putAll(server, 3, JANUARY);
        ReadingProcess first = new ReadingProcess("", true, false);
        first.readAll(100);
        now = now.plus(Duration.ofDays(10));
        Vulnerabilities.put(server, 2, "2026-02-05T00:00:00Z", "Worse.");
        ReadingProcess second = new ReadingProcess(first.cursor, true, false);
        second.readAll(100);
        assertThat(second.records).isEqualTo(1);
        assertThat(server.answers().getLast())
                .contains(
                        "lastModStartDate=2026-01-31T23:45:00.000Z",
                        "lastModEndDate=2026-02-11T00:00:00.000Z");
        assertThat(server.answers()).hasSize(2);
    }

    /// Otherwise what is modified until the clock is right again would never be requested.
    @Test
    void asksByTheClockOfTheServerIfItsOwnIsAhead() throws Exception {
        Vulnerabilities.putAll(server, 3, JANUARY);
        Instant right = Instant.now();
        now = right.plus(Duration.ofDays(1));
        ReadingProcess first = new ReadingProcess("", true, false);
        first.readAll(100);
        now = right.plus(Duration.ofDays(2));
        Vulnerabilities.put(server, 2, right.plus(Duration.ofHours(1)).toString(), "Worse.");
        ReadingProcess second = new ReadingProcess(first.cursor, true, false);
        second.readAll(100);
        assertThat(second.records).isEqualTo(1);
    }

    @Test
    void reportsWhichDiskIsFullAndResumesWhenThereIsSpace() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a device that is always full is not here");
        Vulnerabilities.putAll(server, 10, JANUARY);
        ReadingProcess first = new ReadingProcess("", true, false);
        // A page of four, and its end.
        for (int i = 0; i < 5; i++) assertThat(first.read(1)).isTrue();
        Path part = directory.resolve("page.json.part");
        Files.createSymbolicLink(part, full);
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(() -> first.readAll(100))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT))
                .withMessageContainingAll(
                        server.url(FeedServer.API), "in " + directory, "free some space");
        assertThat(part).doesNotExist();
        ReadingProcess second = new ReadingProcess(first.cursor, false, false);
        second.readAll(100);
        assertThat(first.records + second.records).isEqualTo(10);
    }

    /// V12: what changed is asked for by windows.
    @Test
    void asksForNoWindowOfMoreThan120Days() throws Exception {
        Vulnerabilities.putAll(server, 1, JANUARY);
        ReadingProcess first = new ReadingProcess("", true, false);
        first.readAll(100);
        now = now.plus(Duration.ofDays(300));
        Vulnerabilities.put(server, 2, "2026-03-01T00:00:00Z", "Early.");
        Vulnerabilities.put(server, 3, "2026-11-01T00:00:00Z", "Late.");
        ReadingProcess second = new ReadingProcess(first.cursor, true, false);
        second.readAll(100);
        assertThat(second.records).isEqualTo(2);
        assertThat(server.answers()).hasSize(4).allMatch(line -> line.startsWith("200 "));
    }

    @Test
    void readsEverythingAgainInAFullCycle() throws Exception {
        Vulnerabilities.putAll(server, 3, JANUARY);
        ReadingProcess first = new ReadingProcess("", true, false);
        first.readAll(100);
        ReadingProcess full = new ReadingProcess(first.cursor, true, true);
        full.readAll(100);
        assertThat(full.records).isEqualTo(3);
        assertThat(server.answers().getLast()).doesNotContain("lastMod");
    }

    @Test
    void resumesInTheMiddleOfAPage() throws Exception {
        Vulnerabilities.putAll(server, 10, JANUARY);
        ReadingProcess first = new ReadingProcess("", true, false);
        first.read(3);
        first.read(3);
        assertThat(first.records).isEqualTo(4);
        first.read(3);
        ReadingProcess second = new ReadingProcess(first.cursor, false, false);
        second.readAll(3);
        assertThat(first.records + second.records).isEqualTo(10);
        assertThat(server.answers())
                .containsExactly(page(0) + " k", page(4) + " k", page(4) + " k", page(8) + " k");
    }

    @Test
    void movesBackWhenRecordsWereDeleted() throws Exception {
        Vulnerabilities.putAll(server, 10, JANUARY);
        ReadingProcess process = new ReadingProcess("", true, false);
        process.read(4);
        process.read(4);
        server.remove(Vulnerabilities.id(1));
        server.remove(Vulnerabilities.id(2));
        process.readAll(4);
        assertThat(server.answers())
                .containsExactly(page(0) + " k", page(4) + " k", page(2) + " k", page(6) + " k");
        assertThat(process.records).isEqualTo(10);
    }

    @Test
    void readsRecordsThatWereAdded() throws Exception {
        Vulnerabilities.putAll(server, 4, JANUARY);
        server.pages(2);
        ReadingProcess process = new ReadingProcess("", true, false);
        process.read(2);
        Vulnerabilities.put(server, 5, JANUARY, "New.");
        process.readAll(2);
        assertThat(process.records).isEqualTo(5);
    }

    /// V12: NVD sends 403 for 429.
    @Test
    void readsItsRefusalsAsThrottling() throws Exception {
        server.script(FeedServer.API, new HttpFault.Answer(403, Map.of("Retry-After", "9")));
        server.script(FeedServer.API, new HttpFault.Answer(503), new HttpFault.Answer(404));
        assertThat(refused().until()).hasValue(now.plusSeconds(9));
        assertThat(refused().kind()).isEqualTo(FailureKind.THROTTLED);
        assertThat(refused().kind()).isEqualTo(FailureKind.NOT_FOUND);
    }

    @Test
    void sendsItsKeyToNoOtherHost() throws Exception {
        try (FeedServer other = FeedServer.start(published)) {
            Vulnerabilities.putAll(other, 1, JANUARY);
            String elsewhere = other.url(FeedServer.API);
            server.script(FeedServer.API, new HttpFault.Answer(302, Map.of("Location", elsewhere)));
            ReadingProcess process = new ReadingProcess("", true, false);
            process.readAll(10);
            assertThat(process.records).isEqualTo(1);
            assertThat(other.answers()).containsExactly("200 " + FeedServer.API);
        }
    }

    @Test
    void refusesWhatIsNotAPageOfTheApi() throws Exception {
        String page = "<html><title>Down for maintenance</title></html>";
        server.script(
                FeedServer.API,
                new HttpFault.Answer(200, Map.of(), page),
                new HttpFault.Answer(200, Map.of(), "{\"totalResults\": 1, \"items\": []}"));
        assertThat(refused()).hasMessageContainingAll("totalResults", "Down for maintenance");
        SourceException other = refused();
        assertThat(other.kind()).isEqualTo(FailureKind.SCHEMA);
        assertThat(other).hasMessageContaining("expected a document of NVD JSON 2.0");
    }

    @Test
    void doesNotLoopOnEmptyPages() throws Exception {
        String empty =
                """
                {"resultsPerPage": 0, "startIndex": 0, "totalResults": 9, "format": "NVD_CVE",
                 "version": "2.0", "timestamp": "2026-01-01T00:00:00.000", "vulnerabilities": []}
                """;
        server.script(FeedServer.API, new HttpFault.Answer(200, Map.of(), empty));
        assertThat(refused().kind()).isEqualTo(FailureKind.TRANSIENT);
    }

    private SourceException refused() throws IOException {
        ReadingProcess process = new ReadingProcess("", true, false);
        return catchThrowableOfType(SourceException.class, () -> process.read(10));
    }

    private Instant now() {
        return now;
    }

    private static String page(int start) {
        return "200 %s?resultsPerPage=2000&startIndex=%d".formatted(FeedServer.API, start);
    }

    private List<Path> remains() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /// One process that reads.
    private final class ReadingProcess {
        private final SourceReader<RawRecord<?>> reading;
        private long records;
        private String cursor;

        ReadingProcess(String cursor, boolean fresh, boolean full) throws IOException {
            this.cursor = cursor;
            URI address = URI.create(server.url(FeedServer.API));
            reading =
                    new NvdApi(client, address, directory, "k")
                            .open(new ReadOptions(cursor, fresh, full, RequestGate.OPEN));
        }

        boolean read(int atMost) throws Exception {
            RecordChunk<RawRecord<?>> chunk = reading.next(atMost);
            if (chunk == null) return false;
            records += chunk.records().size();
            cursor = chunk.cursor();
            return true;
        }

        void readAll(int atMost) throws Exception {
            int chunks = 0;
            while (read(atMost)) assertThat(chunks++).isLessThan(100);
            reading.close();
        }
    }
}
