package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.source.ServerPlace.Reach;
import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A web server, and what others say in its place.
@TestInstance(Lifecycle.PER_CLASS)
final class HttpSourceTest extends SourceContract {
    private static final String TEXT = "0123456789";
    private static final Sha256 DIGEST = Content.sha256(TEXT.getBytes(StandardCharsets.US_ASCII));
    private static final Key KEY = new Key("k");

    private ServerPlace place;
    private Source source;

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        place = new ServerPlace(buckets, Reach.HTTP);
    }

    @Override
    Source open() {
        return place.source(Timeouts.DEFAULT);
    }

    @Override
    void put(String key, byte[] content) {
        place.put(key, content);
    }

    @BeforeEach
    void connect() {
        source = place.source(Timeouts.DEFAULT);
    }

    @AfterEach
    void disconnect() {
        source.close();
        place.faults().forgive();
    }

    @AfterAll
    void stop() throws IOException {
        place.close();
    }

    @Test
    void hasNoLists() {
        assertThat(Failures.of(Kind.REFUSED, () -> source.list("")))
                .hasMessageContaining("found a web server");
    }

    @Test
    void refusesContentThatIsEncoded() {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        HttpFault gzip = new HttpFault.With("Content-Encoding", "gzip");
        place.faults().script("HEAD", gzip);
        assertRefused("gzip");
        place.faults().script("GET", gzip);
        assertRefused("gzip");
        place.faults().script("GET", new HttpFault.With("Content-Encoding", "identity"));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
    }

    @Test
    void fetchesFromAServerWithoutHead() {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        place.faults().script("HEAD", new HttpFault.Answer(405), new HttpFault.Answer(501));
        assertThat(fetched(fetch()).size()).isEqualTo(10);
        assertThat(fetched(fetch()).size()).isEqualTo(10);
    }

    @Test
    void needsALengthAChunkedBodyOrADigestToKnowTheEnd() {
        HttpFault endless = new HttpFault.Without("Content-Length");
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        place.faults().script("HEAD", endless, endless);
        place.faults().script("GET", endless, endless);
        assertRefused("a cut could not be told");
        assertThat(fetched(fetch().expecting(DIGEST)).size()).isEqualTo(10);

        place.faults().script("HEAD", new HttpFault.Answer(405));
        place.faults().script("GET", chunked("a\r\n%s\r\n0\r\n\r\n".formatted(TEXT)));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
        place.faults().script("HEAD", new HttpFault.Answer(405));
        place.faults().script("GET", chunked("a\r\n%s\r\n".formatted(TEXT)));
        Failures.of(Kind.TRANSIENT, () -> source.fetch(fetch()));
        place.faults().script("HEAD", new HttpFault.Answer(405));
        place.faults().script("GET", chunked("a\r\n%s\r\n0\r\n\r\n".formatted(TEXT)));
        Failures.of(Kind.TOO_LARGE, () -> source.fetch(fetch().atMost(9)));
        assertNothingLeft();
    }

    private static HttpFault chunked(String body) {
        return new HttpFault.Answer(200, Map.of("Transfer-Encoding", "chunked"), body);
    }

    @Test
    void knowsWeakValidatorsAndDoesNotGoOnByThem() throws Exception {
        put("k", Content.of(100_000, 1));
        HttpFault weak = new HttpFault.With("ETag", "W/\"1\"");
        place.faults().script("HEAD", weak);
        assertThat(source.find(KEY).validator()).contains(Validator.weak("W/\"1\""));
        place.faults().script("HEAD", new HttpFault.Without("ETag"));
        assertThat(source.find(KEY).validator().orElseThrow().text())
                .contains("GMT")
                .endsWith(", 100000");

        place.faults().script("HEAD", weak);
        place.faults().script("GET", new HttpFault.Truncate(50_000));
        Failures.of(Kind.TRANSIENT, () -> source.fetch(fetch()));
        assertNothingLeft();
    }

    @Test
    void readsTheDigestsThatServersHave() throws Exception {
        String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(DIGEST.hex()));
        for (HttpFault header :
                new HttpFault[] {
                    new HttpFault.With("x-amz-checksum-sha256", base64),
                    new HttpFault.With("x-amz-meta-sha256", DIGEST.hex()),
                    new HttpFault.With("X-Checksum-Sha256", DIGEST.hex()),
                    new HttpFault.With("Repr-Digest", "sha-512=:x:, sha-256=:%s:".formatted(base64))
                }) {
            put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
            place.faults().script("HEAD", header, header);
            assertThat(source.find(KEY).checksum()).as(header.toString()).contains(DIGEST);
            assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
        }
        String parts = base64 + "-3";
        place.faults().script("HEAD", new HttpFault.With("x-amz-checksum-sha256", parts));
        assertThat(source.find(KEY).checksum()).isEqualTo(Optional.empty());
    }

    @Test
    void comparesTheDigestOfTheServer() {
        put("k", Content.of(10, 5));
        place.faults().script("HEAD", new HttpFault.With("x-checksum-sha256", DIGEST.hex()));
        Failures.of(Kind.MISMATCH, () -> source.fetch(fetch()));
        assertNothingLeft();
    }

    @Test
    void followsFiveRedirectionsAndNoMore() throws Exception {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        HttpFault again = redirect("k");
        place.faults().script("HEAD", times(5, again));
        assertThat(source.find(KEY).size()).isEqualTo(OptionalLong.of(10));
        place.faults().script("HEAD", times(6, again));
        assertThat(Failures.of(Kind.REFUSED, () -> source.find(KEY)))
                .hasMessageContaining("at most 5 redirections");
        place.faults().script("GET", redirect(place.faults().url() + "/images/k"));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:/etc/passwd", "ftp://127.0.0.1/k", "http:", "\\ no address"})
    void doesNotFollowToOtherPlaces(String location) {
        place.faults().script("HEAD", redirect(location));
        assertThat(Failures.of(Kind.REFUSED, () -> source.find(KEY)))
                .hasMessageContaining(location);
    }

    @Test
    void saysWhichServerDoesNotAnswer(@TempDir Path buckets) throws Exception {
        ServerPlace gone = new ServerPlace(buckets, Reach.HTTP);
        gone.close();
        try (Source silent = gone.source(Timeouts.DEFAULT)) {
            assertThat(Failures.of(Kind.TRANSIENT, () -> silent.find(KEY)))
                    .hasMessageContaining("127.0.0.1:" + gone.faults().port())
                    .hasMessageContaining("no connection");
        }
        try (Source unknown = Sources.of("http://no-such-host.invalid")) {
            assertThat(Failures.of(Kind.TRANSIENT, () -> unknown.find(KEY)))
                    .hasMessageContaining("no-such-host.invalid:80");
        }
    }

    private static HttpFault[] times(int count, HttpFault fault) {
        return Stream.generate(() -> fault).limit(count).toArray(HttpFault[]::new);
    }

    private static HttpFault redirect(String location) {
        return new HttpFault.Answer(302, Map.of("Location", location));
    }

    private void assertRefused(String message) {
        assertThat(Failures.of(Kind.REFUSED, () -> source.fetch(fetch())))
                .hasMessageContaining(message);
        assertNothingLeft();
    }

    private void assertNothingLeft() {
        assertThat(directory.resolve("k.part")).doesNotExist();
        assertThat(directory.resolve("k.part.json")).doesNotExist();
    }

    private Fetched fetched(Fetch fetch) {
        try {
            return source.fetch(fetch);
        } catch (SourceException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Fetch fetch() {
        return Fetch.of(KEY, directory.resolve("k"));
    }
}
