package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Opening;
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
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Feeds of NVD with the small file beside each.
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
                        new Web(Manners.DEFAULT),
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
    void fetchesAFeedOnlyIfItsDigestIsAnother() throws Exception {
        fetch();
        fetch();
        publish("two", "two");
        fetch();
        assertThat(server.answers())
                .containsExactly(
                        "200 " + META, "200 " + FEED, "304 " + META, "200 " + META, "200 " + FEED);
    }

    @Test
    void takesTheDigestOfTheSameContentPackedOtherwiseForTheSame() throws Exception {
        fetch();
        Files.writeString(published.resolve(META.substring(1)), meta("one") + "zipSize:1\r\n");
        fetch();
        assertThat(server.requests(FEED)).hasSize(1);
    }

    @Test
    void fetchesOnceMoreWhatDoesNotFitTogether() throws Exception {
        publish("old", "new");
        server.script(META, new HttpFault.None(), new HttpFault.Meanwhile(() -> publishAll("new")));
        fetch();
        assertThat(server.requests(FEED)).hasSize(2);
        assertThat(server.answers()).doesNotContain("304 " + FEED);
    }

    @Test
    void givesUpOnWhatNeverFitsTogether() throws Exception {
        publish("one", "another");
        SourceException refused = catchThrowableOfType(SourceException.class, this::fetch);
        assertThat(refused.trouble()).isEqualTo(Trouble.SCHEMA);
        assertThat(refused).hasMessageContainingAll(server.url(FEED), "twice", "SHA-256");
        assertThat(server.requests()).hasSize(4);
    }

    private void fetch() throws Exception {
        supply.fetch(new Opening("", true, false, Gate.OPEN));
    }

    private void publishAll(String content) {
        try {
            publish(content, content);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// Publishes a feed, and what is said of it.
    private void publish(String content, String said) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(published.resolve(FEED.substring(1)), packed.toByteArray());
        Files.writeString(published.resolve(META.substring(1)), meta(said));
    }

    private static String meta(String content) throws Exception {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(bytes);
        return "lastModifiedDate:2026-05-01T00:00:00-04:00\r\nsize:%d\r\nsha256:%s\r\n"
                .formatted(bytes.length, HexFormat.of().withUpperCase().formatHex(sha));
    }
}
