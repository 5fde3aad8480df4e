package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.TestBucket.Protocol;
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
final class S3StorageTest extends ObjectSourceContract {
    private static final byte[] CONTENT = TestContent.of(1000, 9);

    /// If one of these is set, the SDK finds credentials.
    private static final List<String> PROVIDING =
            List.of(
                    "AWS_ACCESS_KEY_ID",
                    "AWS_WEB_IDENTITY_TOKEN_FILE",
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");

    private TestBucket bucket;

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        bucket = new TestBucket(buckets, Protocol.SIGNED_S3);
    }

    @Override
    ObjectSource open() {
        return bucket.source(FetchLimits.DEFAULT);
    }

    @Override
    void put(String key, byte[] content) {
        bucket.put(key, content);
    }

    @AfterEach
    void forgive() {
        bucket.faults().forgive();
    }

    @AfterAll
    void stop() throws IOException {
        bucket.close();
    }

    @Test
    void keysAreRelativeToThePrefix() throws Exception {
        bucket.put("releases/stable/a.tar", CONTENT);
        try (ObjectSource source = s3("s3://images/releases/stable/", TestBucket.PAIR)) {
            assertThat(source.find(Key.of("a.tar")).size()).hasValue(1000);
            assertThat(source.list("").objects())
                    .singleElement()
                    .satisfies(object -> assertThat(object.key().text()).isEqualTo("a.tar"));
            Key key = Key.of("k".repeat(Key.BYTES_MAX - 1));
            FetchErrors.of(Kind.BAD_KEY, () -> source.find(key));
        }
    }

    @Test
    void listsInPagesAndReportsNamesThatAreNotKeys() throws Exception {
        List<String> keys =
                IntStream.range(0, ObjectPage.NAMES_MAX + 5)
                        .mapToObj("list/%04d"::formatted)
                        .toList();
        keys.forEach(key -> bucket.put(key, CONTENT));
        bucket.put("other", CONTENT);
        bucket.put("list/more/", new byte[0]);
        try (ObjectSource source = bucket.source(FetchLimits.DEFAULT)) {
            ObjectPage first = source.list("list/");
            ObjectPage second = source.list("list/", first.next().orElseThrow());
            assertThat(first.objects()).hasSize(ObjectPage.NAMES_MAX);
            assertThat(second.next()).isEmpty();
            assertThat(List.of(first, second))
                    .flatExtracting(ObjectPage::objects)
                    .extracting(found -> found.key().text())
                    .containsExactlyElementsOf(keys);
            assertThat(second.unusable()).containsExactly("list/more/");
            ObjectInfo listed = first.objects().getFirst();
            assertThat(source.find(listed.key())).isEqualTo(listed);
        }
    }

    @Test
    void checksTheDigestInTheMetadata() throws Exception {
        Sha256 right = TestContent.sha256(CONTENT);
        bucket.put("right", CONTENT, Map.of("sha256", right.hex()));
        bucket.put("wrong", CONTENT, Map.of("sha256", "0".repeat(64)));
        bucket.put("none", CONTENT, Map.of("sha256", "of the last release"));
        try (ObjectSource source = bucket.source(FetchLimits.DEFAULT)) {
            assertThat(source.find(Key.of("right")).checksum()).isEqualTo(Optional.of(right));
            assertThat(source.find(Key.of("none")).checksum()).isEmpty();
            assertThat(source.fetch(new Key("right"), fetch("right")).sha256()).isEqualTo(right);
            assertThat(
                            FetchErrors.of(
                                    Kind.MISMATCH,
                                    () -> source.fetch(new Key("wrong"), fetch("wrong"))))
                    .hasMessageContaining("of the source");
        }
    }

    /// The SDK checks those of other kinds.
    @Test
    void checksTheChecksumInAResponse() throws Exception {
        bucket.put("a", CONTENT);
        bucket.faults().script("GET", new HttpFault.With("x-amz-checksum-crc32", "AAAAAA=="));
        try (ObjectSource source = bucket.source(FetchLimits.DEFAULT)) {
            FetchErrors.of(Kind.MISMATCH, () -> source.fetch(new Key("a"), fetch("a")));
            assertThat(directory.resolve("a")).doesNotExist();
            assertThat(directory.resolve("a.part")).doesNotExist();
            assertThat(source.fetch(new Key("a"), fetch("a")).size()).isEqualTo(1000);
        }
    }

    @Test
    void reportsWhatIsWrongWithTheCredentials() throws Exception {
        bucket.put("a", CONTENT);
        assertDenied(new Credentials.Static("id", "another", null), "SignatureDoesNotMatch");
        assertDenied(new Credentials.Static("who", "a secret", null), "InvalidAccessKeyId");
        assertDenied(new Credentials.Anonymous(), "AccessDenied");
    }

    @Test
    void reportsWhereItLookedForCredentials() {
        assumeTrue(
                PROVIDING.stream().noneMatch(System.getenv()::containsKey),
                "needs an environment without the variables " + PROVIDING);
        assertDenied(new Credentials.Environment(), "AWS_ACCESS_KEY_ID");
        assertDenied(new Credentials.Profile("no-such-profile"), "'no-such-profile'");
        assertDenied(new Credentials.Default(), "instance's role");
    }

    private void assertDenied(Credentials credentials, String message) {
        try (ObjectSource source = s3("s3://images", credentials)) {
            assertThat(FetchErrors.of(Kind.DENIED, () -> source.find(new Key("a"))))
                    .hasMessageContaining(message)
                    .hasMessageNotContaining("another");
            FetchErrors.of(Kind.DENIED, () -> source.fetch(new Key("a"), fetch("a")));
            FetchErrors.of(Kind.DENIED, () -> source.list(""));
            assertThat(directory.resolve("a.part")).doesNotExist();
        }
    }

    @Test
    void reportsWhetherTheBucketOrTheKeyIsMissing() {
        try (ObjectSource source = s3("s3://no-such-bucket", TestBucket.PAIR)) {
            assertThat(FetchErrors.of(Kind.NOT_FOUND, () -> source.find(new Key("a"))))
                    .hasMessageContaining("NoSuchBucket");
            FetchErrors.of(Kind.NOT_FOUND, () -> source.list(""));
        }
        try (ObjectSource source = bucket.source(FetchLimits.DEFAULT)) {
            assertThat(FetchErrors.of(Kind.NOT_FOUND, () -> source.find(new Key("missing"))))
                    .hasMessageContaining("NoSuchKey");
        }
    }

    @Test
    void namesTheServerThatDoesNotAnswer(@TempDir Path buckets) throws Exception {
        TestBucket gone = new TestBucket(buckets, Protocol.SIGNED_S3);
        gone.close();
        try (ObjectSource source = gone.source(FetchLimits.DEFAULT)) {
            assertThat(FetchErrors.of(Kind.TRANSIENT, () -> source.fetch(new Key("a"), fetch("a"))))
                    .hasMessageContaining("127.0.0.1:" + gone.faults().port());
        }
        URI nowhere = URI.create("http://no-such-host.invalid:81");
        try (ObjectSource source =
                ObjectSource.of(
                        "s3://images", o -> o.endpoint(nowhere).credentials(TestBucket.PAIR))) {
            assertThat(FetchErrors.of(Kind.TRANSIENT, () -> source.find(new Key("a"))))
                    .hasMessageContaining("no-such-host.invalid:81")
                    .hasMessageContaining("unknown");
        }
    }

    private ObjectSource s3(String address, Credentials credentials) {
        return bucket.s3(address, credentials, FetchLimits.DEFAULT);
    }

    private Fetch fetch(String key) {
        return Fetch.to(directory.resolve(key));
    }
}
