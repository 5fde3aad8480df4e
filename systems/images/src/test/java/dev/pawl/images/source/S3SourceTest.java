package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.images.source.ServerPlace.Reach;
import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.servers.HttpFault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// A private bucket.
@TestInstance(Lifecycle.PER_CLASS)
final class S3SourceTest extends SourceContract {
    private static final byte[] CONTENT = Content.of(1000, 9);

    /// Where these are set the SDK finds credentials.
    private static final List<String> PROVIDING =
            List.of(
                    "AWS_ACCESS_KEY_ID",
                    "AWS_WEB_IDENTITY_TOKEN_FILE",
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");

    private ServerPlace place;

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        place = new ServerPlace(buckets, Reach.SIGNED_S3);
    }

    @Override
    Source open() {
        return place.source(Timeouts.DEFAULT);
    }

    @Override
    void put(String key, byte[] content) {
        place.put(key, content);
    }

    @AfterEach
    void forgive() {
        place.faults().forgive();
    }

    @AfterAll
    void stop() throws IOException {
        place.close();
    }

    @Test
    void keysAreBelowThePrefix() throws Exception {
        place.put("releases/stable/a.tar", CONTENT);
        try (Source source = s3("s3://images/releases/stable/", ServerPlace.PAIR)) {
            assertThat(source.find(Key.of("a.tar")).size()).hasValue(1000);
            assertThat(source.list("").objects())
                    .singleElement()
                    .satisfies(object -> assertThat(object.key().text()).isEqualTo("a.tar"));
            Key key = Key.of("k".repeat(Key.BYTES_MAX - 1));
            Failures.of(Kind.BAD_KEY, () -> source.find(key));
        }
    }

    @Test
    void listsInPagesAndTellsNamesThatAreNoKeys() throws Exception {
        List<String> keys =
                IntStream.range(0, Page.NAMES_MAX + 5).mapToObj("list/%04d"::formatted).toList();
        keys.forEach(key -> place.put(key, CONTENT));
        place.put("other", CONTENT);
        place.put("list/more/", new byte[0]);
        try (Source source = place.source(Timeouts.DEFAULT)) {
            Page first = source.list("list/");
            Page second = source.list("list/", first.next().orElseThrow());
            assertThat(first.objects()).hasSize(Page.NAMES_MAX);
            assertThat(second.next()).isEmpty();
            assertThat(List.of(first, second))
                    .flatExtracting(Page::objects)
                    .extracting(found -> found.key().text())
                    .containsExactlyElementsOf(keys);
            assertThat(second.unusable()).containsExactly("list/more/");
            Found listed = first.objects().getFirst();
            assertThat(source.find(listed.key())).isEqualTo(listed);
        }
    }

    @Test
    void comparesTheDigestThatTheMetadataHas() throws Exception {
        Sha256 right = Content.sha256(CONTENT);
        place.put("right", CONTENT, Map.of("sha256", right.hex()));
        place.put("wrong", CONTENT, Map.of("sha256", "0".repeat(64)));
        place.put("none", CONTENT, Map.of("sha256", "of the last release"));
        try (Source source = place.source(Timeouts.DEFAULT)) {
            assertThat(source.find(Key.of("right")).checksum()).isEqualTo(Optional.of(right));
            assertThat(source.find(Key.of("none")).checksum()).isEmpty();
            assertThat(source.fetch(fetch("right")).sha256()).isEqualTo(right);
            assertThat(Failures.of(Kind.MISMATCH, () -> source.fetch(fetch("wrong"))))
                    .hasMessageContaining("of the source");
        }
    }

    /// The SDK compares those of other kinds.
    @Test
    void comparesTheChecksumThatAnAnswerHas() throws Exception {
        place.put("a", CONTENT);
        place.faults().script("GET", new HttpFault.With("x-amz-checksum-crc32", "AAAAAA=="));
        try (Source source = place.source(Timeouts.DEFAULT)) {
            Failures.of(Kind.MISMATCH, () -> source.fetch(fetch("a")));
            assertThat(directory.resolve("a")).doesNotExist();
            assertThat(directory.resolve("a.part")).doesNotExist();
            assertThat(source.fetch(fetch("a")).size()).isEqualTo(1000);
        }
    }

    @Test
    void saysWhatIsWrongWithTheCredentials() throws Exception {
        place.put("a", CONTENT);
        assertDenied(new Credentials.Static("id", "another", null), "SignatureDoesNotMatch");
        assertDenied(new Credentials.Static("who", "a secret", null), "InvalidAccessKeyId");
        assertDenied(new Credentials.Anonymous(), "AccessDenied");
    }

    @Test
    void saysWhereItLookedForCredentials() {
        assumeTrue(
                PROVIDING.stream().noneMatch(System.getenv()::containsKey),
                "needs an environment without the variables " + PROVIDING);
        assertDenied(new Credentials.Environment(), "AWS_ACCESS_KEY_ID");
        assertDenied(new Credentials.Profile("no-such-profile"), "'no-such-profile'");
        assertDenied(new Credentials.Default(), "instance's role");
    }

    private void assertDenied(Credentials credentials, String message) {
        try (Source source = s3("s3://images", credentials)) {
            assertThat(Failures.of(Kind.DENIED, () -> source.find(new Key("a"))))
                    .hasMessageContaining(message)
                    .hasMessageNotContaining("another");
            Failures.of(Kind.DENIED, () -> source.fetch(fetch("a")));
            Failures.of(Kind.DENIED, () -> source.list(""));
            assertThat(directory.resolve("a.part")).doesNotExist();
        }
    }

    @Test
    void saysWhetherTheBucketOrTheKeyIsMissing() {
        try (Source source = s3("s3://no-such-bucket", ServerPlace.PAIR)) {
            assertThat(Failures.of(Kind.NOT_FOUND, () -> source.find(new Key("a"))))
                    .hasMessageContaining("NoSuchBucket");
            Failures.of(Kind.NOT_FOUND, () -> source.list(""));
        }
        try (Source source = place.source(Timeouts.DEFAULT)) {
            assertThat(Failures.of(Kind.NOT_FOUND, () -> source.find(new Key("missing"))))
                    .hasMessageContaining("NoSuchKey");
        }
    }

    @Test
    void saysWhichServerDoesNotAnswer(@TempDir Path buckets) throws Exception {
        ServerPlace gone = new ServerPlace(buckets, Reach.SIGNED_S3);
        gone.close();
        try (Source source = gone.source(Timeouts.DEFAULT)) {
            assertThat(Failures.of(Kind.TRANSIENT, () -> source.fetch(fetch("a"))))
                    .hasMessageContaining("127.0.0.1:" + gone.faults().port());
        }
        URI nowhere = URI.create("http://no-such-host.invalid:81");
        try (Source source =
                Sources.of("s3://images", o -> o.endpoint(nowhere).credentials(ServerPlace.PAIR))) {
            assertThat(Failures.of(Kind.TRANSIENT, () -> source.find(new Key("a"))))
                    .hasMessageContaining("no-such-host.invalid:81")
                    .hasMessageContaining("unknown");
        }
    }

    private Source s3(String address, Credentials credentials) {
        return place.s3(address, credentials, Timeouts.DEFAULT);
    }

    private Fetch fetch(String key) {
        return Fetch.of(new Key(key), directory.resolve(key));
    }
}
