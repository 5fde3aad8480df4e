package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.fetch.DocumentClient;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.servers.FeedServer;
import dev.pawl.servers.HttpFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Feeds of NVD with their `.meta` files.
@Timeout(60)
final class NvdFeedsTest {
    private static final String FEED = "/nvdcve-2.0-2024.json.gz";
    private static final String META = "/nvdcve-2.0-2024.meta";

    @TempDir private Path published;
    @TempDir private Path directory;

    private FeedServer server;
    private WebSupply supply;

    @BeforeEach
    void open() throws Exception {
        server = FeedServer.start(published);
        supply =
                new WebSupply(
                        new WebClient(
                                new DocumentClient(WebProviders.LIMITS), InstantSource.system()),
                        directory,
                        List.of(URI.create(server.url(FEED))),
                        WebSupply.THROTTLING_OF_NVD);
        publish("one", "one");
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void fetchesAFeedOnlyIfItsDigestChanged() throws Exception {
        fetch();
        fetch();
        publish("two", "two");
        fetch();
        assertThat(server.answers())
                .containsExactly(
                        "200 " + META, "200 " + FEED, "304 " + META, "200 " + META, "200 " + FEED);
    }

    @Test
    void comparesTheDigestOfTheContentAndNotOfItsArchive() throws Exception {
        fetch();
        Files.writeString(published.resolve(META.substring(1)), meta("one") + "zipSize:1\r\n");
        fetch();
        assertThat(server.requests(FEED)).hasSize(1);
    }

    @Test
    void fetchesBothOnceMoreIfTheyDoNotMatch() throws Exception {
        publish("old", "new");
        server.script(META, new HttpFault.None(), new HttpFault.Meanwhile(() -> publishAll("new")));
        fetch();
        assertThat(server.requests(FEED)).hasSize(2);
        assertThat(server.answers()).doesNotContain("304 " + FEED);
    }

    @Test
    void givesUpIfTheyNeverMatch() throws Exception {
        publish("one", "another");
        SourceException refused = catchThrowableOfType(SourceException.class, this::fetch);
        assertThat(refused.kind()).isEqualTo(FailureKind.SCHEMA);
        assertThat(refused).hasMessageContainingAll(server.url(FEED), "twice", "SHA-256");
        assertThat(server.requests()).hasSize(4);
    }

    private void fetch() throws Exception {
        supply.fetch(new ReadOptions("", true, false, RequestGate.OPEN));
    }

    private void publishAll(String content) {
        try {
            publish(content, content);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// Publishes a feed with the meta file of `described`.
    private void publish(String content, String described) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(published.resolve(FEED.substring(1)), packed.toByteArray());
        Files.writeString(published.resolve(META.substring(1)), meta(described));
    }

    private static String meta(String content) throws Exception {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(bytes);
        return "lastModifiedDate:2026-05-01T00:00:00-04:00\r\nsize:%d\r\nsha256:%s\r\n"
                .formatted(bytes.length, HexFormat.of().withUpperCase().formatHex(sha));
    }
}
