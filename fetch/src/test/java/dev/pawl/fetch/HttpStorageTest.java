package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.TestBucket.Protocol;
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

/// A web server, and what others say in its bucket.
@TestInstance(Lifecycle.PER_CLASS)
final class HttpStorageTest extends ObjectSourceContract {
    private static final String TEXT = "0123456789";
    private static final Sha256 DIGEST =
            TestContent.sha256(TEXT.getBytes(StandardCharsets.US_ASCII));
    private static final Key KEY = new Key("k");

    private TestBucket bucket;
    private ObjectSource source;

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        bucket = new TestBucket(buckets, Protocol.HTTP);
    }

    @Override
    ObjectSource open() {
        return bucket.source(FetchLimits.DEFAULT);
    }

    @Override
    void put(String key, byte[] content) {
        bucket.put(key, content);
    }

    @BeforeEach
    void connect() {
        source = bucket.source(FetchLimits.DEFAULT);
    }

    @AfterEach
    void disconnect() {
        source.close();
        bucket.faults().forgive();
    }

    @AfterAll
    void stop() throws IOException {
        bucket.close();
    }

    @Test
    void cannotList() {
        assertThat(FetchErrors.of(Kind.REFUSED, () -> source.list("")))
                .hasMessageContaining("found a web server");
    }

    @Test
    void refusesEncodedContent() {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        HttpFault gzip = new HttpFault.With("Content-Encoding", "gzip");
        bucket.faults().script("HEAD", gzip);
        assertRefused("gzip");
        bucket.faults().script("GET", gzip);
        assertRefused("gzip");
        bucket.faults().script("GET", new HttpFault.With("Content-Encoding", "identity"));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
    }

    @Test
    void fetchesFromAServerWithoutHead() {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        bucket.faults().script("HEAD", new HttpFault.Answer(405), new HttpFault.Answer(501));
        assertThat(fetched(fetch()).size()).isEqualTo(10);
        assertThat(fetched(fetch()).size()).isEqualTo(10);
    }

    @Test
    void needsALengthAChunkedBodyOrADigestToDetectTheEnd() {
        HttpFault endless = new HttpFault.Without("Content-Length");
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        bucket.faults().script("HEAD", endless, endless);
        bucket.faults().script("GET", endless, endless);
        assertRefused("a truncated body would go unnoticed");
        assertThat(fetched(fetch().expecting(DIGEST)).size()).isEqualTo(10);

        bucket.faults().script("HEAD", new HttpFault.Answer(405));
        bucket.faults().script("GET", chunked("a\r\n%s\r\n0\r\n\r\n".formatted(TEXT)));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
        bucket.faults().script("HEAD", new HttpFault.Answer(405));
        bucket.faults().script("GET", chunked("a\r\n%s\r\n".formatted(TEXT)));
        FetchErrors.of(Kind.TRANSIENT, () -> source.fetch(KEY, fetch()));
        bucket.faults().script("HEAD", new HttpFault.Answer(405));
        bucket.faults().script("GET", chunked("a\r\n%s\r\n0\r\n\r\n".formatted(TEXT)));
        FetchErrors.of(Kind.TOO_LARGE, () -> source.fetch(KEY, fetch().atMost(9)));
        assertNothingLeft();
    }

    private static HttpFault chunked(String body) {
        return new HttpFault.Answer(200, Map.of("Transfer-Encoding", "chunked"), body);
    }

    @Test
    void readsWeakValidatorsAndDoesNotResumeWithThem() throws Exception {
        put("k", TestContent.of(100_000, 1));
        HttpFault weak = new HttpFault.With("ETag", "W/\"1\"");
        bucket.faults().script("HEAD", weak);
        assertThat(source.find(KEY).validator()).contains(Validator.weak("W/\"1\""));
        bucket.faults().script("HEAD", new HttpFault.Without("ETag"));
        assertThat(source.find(KEY).validator().orElseThrow().text())
                .contains("GMT")
                .endsWith(", 100000");

        bucket.faults().script("HEAD", weak);
        bucket.faults().script("GET", new HttpFault.Truncate(50_000));
        FetchErrors.of(Kind.TRANSIENT, () -> source.fetch(KEY, fetch()));
        assertNothingLeft();
    }

    @Test
    void readsTheDigestsThatServersSend() throws Exception {
        String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(DIGEST.hex()));
        for (HttpFault header :
                new HttpFault[] {
                    new HttpFault.With("x-amz-checksum-sha256", base64),
                    new HttpFault.With("x-amz-meta-sha256", DIGEST.hex()),
                    new HttpFault.With("X-Checksum-Sha256", DIGEST.hex()),
                    new HttpFault.With("Repr-Digest", "sha-512=:x:, sha-256=:%s:".formatted(base64))
                }) {
            put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
            bucket.faults().script("HEAD", header, header);
            assertThat(source.find(KEY).checksum()).as(header.toString()).contains(DIGEST);
            assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
        }
        String parts = base64 + "-3";
        bucket.faults().script("HEAD", new HttpFault.With("x-amz-checksum-sha256", parts));
        assertThat(source.find(KEY).checksum()).isEqualTo(Optional.empty());
    }

    @Test
    void checksTheDigestOfTheServer() {
        put("k", TestContent.of(10, 5));
        bucket.faults().script("HEAD", new HttpFault.With("x-checksum-sha256", DIGEST.hex()));
        FetchErrors.of(Kind.MISMATCH, () -> source.fetch(KEY, fetch()));
        assertNothingLeft();
    }

    @Test
    void followsFiveRedirectsAndNoMore() throws Exception {
        put("k", TEXT.getBytes(StandardCharsets.US_ASCII));
        HttpFault again = redirect("k");
        bucket.faults().script("HEAD", times(5, again));
        assertThat(source.find(KEY).size()).isEqualTo(OptionalLong.of(10));
        bucket.faults().script("HEAD", times(6, again));
        assertThat(FetchErrors.of(Kind.REFUSED, () -> source.find(KEY)))
                .hasMessageContaining("at most 5 redirects");
        bucket.faults().script("GET", redirect(bucket.faults().url() + "/images/k"));
        assertThat(fetched(fetch()).sha256()).isEqualTo(DIGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:/etc/passwd", "ftp://127.0.0.1/k", "http:", "\\ no address"})
    void doesNotFollowARedirectToAnotherScheme(String location) {
        bucket.faults().script("HEAD", redirect(location));
        assertThat(FetchErrors.of(Kind.REFUSED, () -> source.find(KEY)))
                .hasMessageContaining(location);
    }

    @Test
    void namesTheServerThatDoesNotAnswer(@TempDir Path buckets) throws Exception {
        TestBucket gone = new TestBucket(buckets, Protocol.HTTP);
        gone.close();
        try (ObjectSource silent = gone.source(FetchLimits.DEFAULT)) {
            assertThat(FetchErrors.of(Kind.TRANSIENT, () -> silent.find(KEY)))
                    .hasMessageContaining("127.0.0.1:" + gone.faults().port())
                    .hasMessageContaining("no connection");
        }
        try (ObjectSource unknown = ObjectSource.of("http://no-such-host.invalid")) {
            assertThat(FetchErrors.of(Kind.TRANSIENT, () -> unknown.find(KEY)))
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
        assertThat(FetchErrors.of(Kind.REFUSED, () -> source.fetch(KEY, fetch())))
                .hasMessageContaining(message);
        assertNothingLeft();
    }

    private void assertNothingLeft() {
        assertThat(directory.resolve("k.part")).doesNotExist();
        assertThat(directory.resolve("k.part.json")).doesNotExist();
    }

    private Fetched fetched(Fetch fetch) {
        try {
            return source.fetch(KEY, fetch);
        } catch (FetchException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Fetch fetch() {
        return Fetch.to(directory.resolve("k"));
    }
}
