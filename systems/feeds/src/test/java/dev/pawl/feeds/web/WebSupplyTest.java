package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

/// Documents of a real server, which is spoiled where a test says so.
@Timeout(60)
final class WebSupplyTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Manners MANNERS =
            Manners.DEFAULT.clock(() -> NOW).silence(Duration.ofSeconds(2));

    private static final Opening FRESH = new Opening("", true, false, Gate.OPEN);
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
    void fetchesWhatIsNotKnownAndNothingElse() throws Exception {
        publish("b.json", "b");
        WebSupply supply = supply("/a.json", "/b.json");
        assertThat(contents(supply.fetch(FRESH))).containsExactly(CONTENT, "b");
        publish("b.json", "c");
        assertThat(contents(supply.fetch(FRESH))).contains("c");
        assertThat(server.answers())
                .containsExactly("200 /a.json", "200 /b.json", "304 /a.json", "200 /b.json");
    }

    @Test
    void asksByTimeWhereThereIsNoTag() throws Exception {
        server.script("/a.json", new HttpFault.Without("ETag"));
        WebSupply supply = supply("/a.json");
        supply.fetch(FRESH);
        supply.fetch(FRESH);
        assertThat(server.answers()).containsExactly("200 /a.json", "304 /a.json");
    }

    @Test
    void goesOnWhereABodyWasCut() throws Exception {
        server.script("/a.json", new HttpFault.Truncate(4_000));
        WebSupply supply = supply("/a.json");
        SourceException cut = refused(supply);
        assertThat(cut.trouble()).isEqualTo(Trouble.TRANSIENT);
        assertThat(cut).hasMessageContainingAll(server.url("/a.json"), "to its end");
        assertThat(contents(supply.fetch(FRESH))).containsExactly(CONTENT);
        assertThat(server.requests()).containsExactly("GET /a.json", "GET /a.json bytes=4000-");
        assertThat(server.answers()).containsExactly("200 /a.json", "206 /a.json");
    }

    @Test
    void keepsNoPartOfWhatHasAWeakTag() throws Exception {
        publish("weak.json", "x");
        server.script("/weak.json", new HttpFault.With("ETag", "W/\"1\""));
        WebSupply supply = supply("/weak.json");
        supply.fetch(FRESH);
        assertThat(Facts.read(spot("/weak.json").facts()).orElseThrow().isStrong()).isFalse();
        Part part = Part.open(spot("/weak.json"));
        part.begin(0, Facts.read(spot("/weak.json").facts()).orElseThrow());
        part.keep();
        part.close();
        assertThat(Files.exists(spot("/weak.json").part())).isFalse();
    }

    @Test
    void beginsAnewWhatChangedAfterACut() throws Exception {
        server.script("/a.json", new HttpFault.Truncate(4_000));
        WebSupply supply = supply("/a.json");
        refused(supply);
        publish("a.json", "other");
        assertThat(contents(supply.fetch(FRESH))).containsExactly("other");
        assertThat(server.answers()).containsExactly("200 /a.json", "200 /a.json");
    }

    @Test
    void forgetsAPartOfWhichTheServerHasNoRest() throws Exception {
        server.script("/a.json", new HttpFault.Truncate(4_000), new HttpFault.Answer(416));
        WebSupply supply = supply("/a.json");
        refused(supply);
        assertThat(contents(supply.fetch(FRESH))).hasSize(1);
        assertThat(server.requests())
                .containsExactly("GET /a.json", "GET /a.json bytes=4000-", "GET /a.json");
    }

    @Test
    void stopsWhenItIsInterruptedAndGoesOnLater() throws Exception {
        server.script("/a.json", new HttpFault.Stall(4_000));
        WebSupply patient =
                new WebSupply(
                        new Web(MANNERS.silence(Duration.ofMinutes(1))),
                        directory,
                        List.of(URI.create(server.url("/a.json"))),
                        Set.of());
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread =
                Thread.ofVirtual().start(() -> end.set(catchThrowable(() -> patient.fetch(FRESH))));
        while (size(spot("/a.json").part()) < 4_000) Thread.onSpinWait();
        thread.interrupt();
        thread.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(contents(patient.fetch(FRESH))).containsExactly(CONTENT);
        assertThat(server.requests()).contains("GET /a.json bytes=4000-");
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    @Test
    void takesAResetAndSilenceAndNobodyForTransient() throws Exception {
        server.script("/a.json", new HttpFault.Cut(0), new HttpFault.Stall(5_000));
        server.script("/a.json", new HttpFault.Silence());
        WebSupply supply = supply("/a.json");
        assertThat(refused(supply).trouble()).isEqualTo(Trouble.TRANSIENT);
        assertThat(refused(supply)).hasMessageContaining("found silence");
        assertThat(refused(supply)).hasMessageContaining("found silence");
        SourceException nobody = refused(supplyAt("http://127.0.0.1:" + freePort() + "/a.json"));
        assertThat(nobody.trouble()).isEqualTo(Trouble.TRANSIENT);
        assertThat(nobody).hasMessageContaining("no connection");
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
    void tellsWhatAStatusMeans(int status, Trouble trouble) {
        server.script("/a.json", new HttpFault.Answer(status));
        SourceException refused = refused(supply("/a.json"));
        assertThat(refused.trouble()).isEqualTo(trouble);
        assertThat(refused.until()).isEmpty();
        assertThat(refused).hasMessageContainingAll(server.url("/a.json"), "HTTP " + status);
    }

    @Test
    void waitsAsLongAsAServerSays() {
        String date = "Fri, 01 May 2026 12:01:30 GMT";
        server.script("/a.json", new HttpFault.Answer(429, Map.of("Retry-After", "7")));
        server.script("/a.json", new HttpFault.Answer(503, Map.of("Retry-After", date)));
        server.script("/a.json", new HttpFault.Answer(403, Map.of("Retry-After", "5")));
        WebSupply nvd =
                new WebSupply(
                        new Web(MANNERS),
                        directory,
                        List.of(URI.create(server.url("/a.json"))),
                        WebSupply.THROTTLING_OF_NVD);
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(7));
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(90));
        assertThat(refused(nvd).until()).hasValue(NOW.plusSeconds(5));
    }

    @Test
    void waitsNoLongerThanTheBoundWhateverAServerSays() {
        Map<String, Optional<Instant>> waits = new LinkedHashMap<>();
        Instant latest = NOW.plus(RetryAfterHeader.WAIT_MAX);
        waits.put("86401", Optional.of(latest));
        waits.put(Long.toString(Long.MAX_VALUE), Optional.of(latest));
        waits.put("9".repeat(100), Optional.of(latest));
        waits.put("Fri, 31 Dec 9999 23:59:59 GMT", Optional.of(latest));
        waits.put("-5", Optional.of(NOW));
        waits.put("Thu, 01 Jan 1970 00:00:00 GMT", Optional.of(NOW));
        waits.put("soon", Optional.empty());
        waits.forEach((header, until) -> {
            server.script("/a.json", new HttpFault.Answer(429, Map.of("Retry-After", header)));
            assertThat(refused(supply("/a.json")).until())
                    .as("Retry-After: %s", header)
                    .isEqualTo(until);
        });
    }

    @Test
    void refusesAPageWhereAFeedWasExpected() throws Exception {
        String page = "<!DOCTYPE html><html><head><title>We are moving</title></head></html>";
        server.script("/a.json", new HttpFault.Answer(200, Map.of(), page));
        server.script(
                "/a.json", new HttpFault.Answer(200, Map.of("Content-Type", "text/html"), "Hello"));
        WebSupply supply = supply("/a.json");
        SourceException first = refused(supply);
        assertThat(first.trouble()).isEqualTo(Trouble.SCHEMA);
        assertThat(first).hasMessageContainingAll("expected a feed", "We are moving");
        assertThat(refused(supply).trouble()).isEqualTo(Trouble.SCHEMA);
        assertThat(contents(supply.fetch(FRESH))).hasSize(1);
    }

    @Test
    void takesAPageWhereAPageWasExpected() throws Exception {
        publish("guide.html", "<html><title>A guide</title></html>");
        assertThat(contents(supply("/guide.html").fetch(FRESH))).hasSize(1);
    }

    @Test
    void refusesWhatIsTooLarge() {
        WebSupply small =
                new WebSupply(
                        new Web(MANNERS.bytesMax(9_999)),
                        directory,
                        List.of(URI.create(server.url("/a.json"))),
                        Set.of());
        SourceException refused = refused(small);
        assertThat(refused.trouble()).isEqualTo(Trouble.SCHEMA);
        assertThat(refused).hasMessageContaining("at most 9999 bytes");
    }

    @Test
    void followsRedirectionsUpToABound() throws Exception {
        HttpFault moved = new HttpFault.Answer(302, Map.of("Location", "/a.json"));
        server.script("/old.json", moved);
        assertThat(contents(supply("/old.json").fetch(FRESH))).hasSize(1);
        HttpFault loop = new HttpFault.Answer(302, Map.of("Location", "/loop.json"));
        server.script("/loop.json", loop, loop, loop, loop, loop, loop);
        assertThat(refused(supply("/loop.json"))).hasMessageContaining("at most 5 redirections");
        server.script("/odd.json", new HttpFault.Answer(302, Map.of("Location", "ftp://x/y")));
        assertThat(refused(supply("/odd.json"))).hasMessageContaining("ftp://x/y");
    }

    @Test
    void neverGoesFromHttpsToHttp() {
        URI safe = URI.create("https://a/x");
        assertThat(Web.isAllowed(safe, URI.create("https://b/x"))).isTrue();
        assertThat(Web.isAllowed(safe, URI.create("http://a/x"))).isFalse();
        assertThat(Web.isAllowed(URI.create("http://a/x"), safe)).isTrue();
    }

    @Test
    void forgetsDocumentsOfAddressesThatAreGone() throws Exception {
        publish("b.json", "b");
        supply("/a.json", "/b.json").fetch(FRESH);
        assertThat(contents(supply("/b.json").fetch(FRESH))).containsExactly("b");
    }

    @Test
    void goesOnInTheMiddleOfTheAddressesWhenItMay() throws Exception {
        publish("b.json", "b");
        publish("c.json", "c");
        WebSupply supply = supply("/a.json", "/b.json", "/c.json");
        assertThat(refused(supply, new Allowing(2)).trouble()).isEqualTo(Trouble.THROTTLED);
        assertThat(contents(supply.fetch(opening(new Allowing(1))))).hasSize(3);
        assertThat(server.answers()).containsExactly("200 /a.json", "200 /b.json", "200 /c.json");
    }

    @Test
    void asksNobodyInTheMiddleOfACycle() throws Exception {
        WebSupply supply = supply("/a.json");
        supply.fetch(FRESH);
        supply.fetch(new Opening("", false, false, Gate.OPEN));
        assertThat(server.requests()).hasSize(1);
    }

    private void publish(String name, String content) throws IOException {
        Files.writeString(published.resolve(name), content);
    }

    private WebSupply supply(String... paths) {
        return supplyAt(Stream.of(paths).map(server::url).toArray(String[]::new));
    }

    private WebSupply supplyAt(String... addresses) {
        List<URI> all = Stream.of(addresses).map(URI::create).toList();
        return new WebSupply(new Web(MANNERS), directory, all, Set.of());
    }

    private Spot spot(String path) {
        return Spot.of(directory, URI.create(server.url(path)));
    }

    private static Opening opening(Gate gate) {
        return new Opening("", true, false, gate);
    }

    private SourceException refused(WebSupply supply) {
        return refused(supply, Gate.OPEN);
    }

    private static SourceException refused(WebSupply supply, Gate gate) {
        return catchThrowableOfType(SourceException.class, () -> supply.fetch(opening(gate)));
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// A gate that lets some through.
    private static final class Allowing implements Gate {
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
