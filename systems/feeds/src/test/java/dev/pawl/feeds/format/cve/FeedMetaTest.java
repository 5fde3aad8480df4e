package dev.pawl.feeds.format.cve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedMetaTest {
    private static final String EMPTY_OBJECT =
            "44136FA355B3678A1146AD16F7E8649E94FB4FC21FE77E8310C060F61CAAFF8A";

    @TempDir Path directory;

    @Test
    void readsTheMetaFileOfAFeed() throws IOException {
        Path feed = Files.writeString(directory.resolve("nvdcve-2.0-2003.json"), "{}");
        assertThat(FeedMeta.beside(feed)).isEmpty();
        assertThat(FeedMeta.beside(directory.resolve("page.xml"))).isEmpty();

        Files.writeString(
                directory.resolve("nvdcve-2.0-2003.meta"),
                "lastModifiedDate:2026-03-12T08:00:01-04:00\r\nsize:2\r\nsha256:"
                        + EMPTY_OBJECT
                        + "\r\n");
        FeedMeta meta = FeedMeta.beside(feed).orElseThrow();
        assertThat(meta).isEqualTo(new FeedMeta(EMPTY_OBJECT, 2));
        assertThat(FeedMeta.beside(directory.resolve("nvdcve-2.0-2003.json.gz"))).contains(meta);
        assertThatCode(() -> meta.require(document(feed))).doesNotThrowAnyException();
    }

    @Test
    void rejectsADamagedFeed() throws IOException {
        Path feed = Files.writeString(directory.resolve("a.json"), "{");
        FeedMeta meta = new FeedMeta(EMPTY_OBJECT, 2);
        assertThatThrownBy(() -> meta.require(document(feed)))
                .isInstanceOf(BadDocument.class)
                .hasMessage(
                        feed
                                + ": expected SHA-256 "
                                + EMPTY_OBJECT
                                + " of 2 bytes according to its .meta, found"
                                + " 021FB596DB81E6D02BF3D2586EE3981FE519F275C0AC9CA76BBCF2EBB4097D96"
                                + " of 1 bytes");
    }

    @Test
    void reportsAnInvalidMeta() throws IOException {
        assertThatThrownBy(() -> FeedMeta.parse("<html>"))
                .isInstanceOf(BadDocument.class)
                .hasMessage("expected 64 hexadecimal digits in 'sha256', found none");
        assertThatThrownBy(() -> FeedMeta.parse("size:big\nsha256:" + EMPTY_OBJECT))
                .hasMessage("expected a number in 'size', found 'big'");
        Path meta = Files.writeString(directory.resolve("a.meta"), "size:1\nsha256:12");
        assertThatThrownBy(() -> FeedMeta.beside(directory.resolve("a.json.gz")))
                .hasMessage(meta + ": expected 64 hexadecimal digits in 'sha256', found '12'");
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(
            strings = {
                "feeds-2.0/nvdcve-2.0-2003",
                "incremental/nvdcve-2.0-2026@2026-03-13T03",
                "incremental/nvdcve-2.0-modified@2026-03-12T08",
                "incremental/nvdcve-2.0-modified@2026-03-13T08",
                "feeds-1.1/nvdcve-1.1-2003",
                "feeds-1.1/nvdcve-1.1-modified",
                "feeds-1.1/nvdcve-1.1-recent",
            })
    void acceptsRealFeeds(String name) throws IOException {
        Path feed = RealData.require("cve/" + name + ".json.gz");
        FeedMeta meta = FeedMeta.beside(feed).orElseThrow();
        assertThat(meta.sha256()).hasSize(64);
        assertThatCode(() -> meta.require(document(feed))).doesNotThrowAnyException();
    }

    private static Document document(Path file) throws IOException {
        return Document.of(file).getFirst();
    }
}
