package dev.pawl.feeds.format.xml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class XmlReaderTest {
    private static final String SHELF =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a shelf -->
            <shelf xmlns="urn:shelf" xmlns:x="urn:other" place="hall">
              <book id="1" x:id="other" x:note="seen">A <b>bold</b> title</book>
              <box><book id="2"><![CDATA[<raw> & more]]></book></box>
            </shelf>
            """;

    @Test
    void movesFromTagToTag() throws IOException {
        List<String> tags = new ArrayList<>();
        try (XmlReader xml = reader(SHELF)) {
            while (xml.next()) tags.add(xml.depth() + " " + xml.name());
        }
        assertThat(tags).containsExactly("1 shelf", "2 book", "3 b", "2 box", "3 book");
    }

    @Test
    void readsAnElementAndContinuesAfterIt() throws IOException {
        try (XmlReader xml = reader(SHELF)) {
            assertThat(xml.next()).isTrue();
            assertThat(xml.next()).isTrue();
            Element book = xml.element();
            assertThat(book.name()).isEqualTo("book");
            assertThat(book.namespace()).isEqualTo("urn:shelf");
            assertThat(book.attributes()).isEqualTo(Map.of("id", "1", "note", "seen"));
            assertThat(book.children()).extracting(Element::name).containsExactly("b");
            assertThat(book.prose()).isEqualTo("A bold title");
            assertThat(xml.next()).isTrue();
            assertThat(xml.name()).isEqualTo("box");
            assertThat(xml.element().under("book", "b")).isEmpty();
            assertThat(xml.next()).isFalse();
        }
    }

    @Test
    void skipsOtherElements() throws IOException {
        try (XmlReader xml = reader(SHELF)) {
            assertThat(xml.next()).isTrue();
            assertThat(xml.next()).isTrue();
            xml.skip();
            assertThat(xml.next()).isTrue();
            assertThat(xml.tag().toString()).isEqualTo("<box/>");
            assertThat(xml.next()).isTrue();
            assertThat(xml.element().text()).isEqualTo("<raw> & more");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16, <a>grüß</a>",
        "UTF-16BE, <a>grüß</a>",
        "UTF-16LE, <a>grüß</a>",
        "UTF-8, <a>grüß</a>",
        "UTF-8, \ufeff<?xml version='1.0' encoding='UTF-8'?><a>grüß</a>",
        "ISO-8859-1, <?xml version='1.0' encoding='ISO-8859-1'?><a>grüß</a>",
        "UTF-16, <?xml version='1.0' encoding='UTF-16'?><a>grüß</a>",
    })
    void readsAnyEncoding(Charset encoding, String text, @TempDir Path home) throws IOException {
        Path file = Files.write(home.resolve("a.xml"), text.getBytes(encoding));
        try (XmlReader xml = XmlReader.open(Document.of(file).getFirst())) {
            assertThat(xml.next()).isTrue();
            assertThat(xml.element().text()).isEqualTo("grüß");
        }
    }

    @Test
    void findsTheRootTagInTheHead() {
        byte[] cut = SHELF.substring(0, 200).getBytes(UTF_8);
        Element root = XmlReader.root(cut).orElseThrow();
        assertThat(root.name()).isEqualTo("shelf");
        assertThat(root.attribute("place")).contains("hall");
        assertThat(root.content()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{\"a\": 1}", "a,b\n1,2\n", "<", "<?xml", "\u0000\u0001", "<a"})
    void findsNoTagInOtherContent(String text) {
        assertThat(XmlReader.root(text.getBytes(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a [<!ENTITY l 'lol'><!ENTITY m '&l;&l;&l;'>]><a>&m;</a>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
                "<!DOCTYPE a [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><a>&f;</a>",
                "<!DOCTYPE a><a/>",
            })
    void rejectsADoctype(String text) throws IOException {
        assertThat(XmlReader.root(text.getBytes(UTF_8)).orElseThrow().name()).isEqualTo("a");
        assertThatThrownBy(() -> readAll(text))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("shelf.xml, line 1")
                .hasMessageContaining("expected XML without a DOCTYPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<a>\n<b>", "<a>\n</b>", "<a>\n&l;</a>", "<a>\n<b c=d/></a>", "<a/>\n<b/>"})
    void reportsWhereADocumentIsMalformed(String text) {
        assertThatThrownBy(() -> readAll(text))
                .isInstanceOf(BadDocument.class)
                .hasMessageMatching("shelf\\.xml, line 2, column \\d+: expected [^\n]+");
    }

    @Test
    void reportsInvalidBytes() {
        byte[] bytes = "<a>\n\u00fc</a>".getBytes(ISO_8859_1);
        assertThatThrownBy(() -> readAll(bytes))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("shelf.xml")
                .hasMessageContaining("found: bytes that are invalid in its encoding");
        assertThatThrownBy(() -> readAll("<?xml version='1.0' encoding='klingon'?><a/>"))
                .hasMessage("shelf.xml: expected a known encoding, found 'klingon'");
    }

    @Test
    void rejectsElementsWithoutEnd() {
        assertThatThrownBy(() -> readAll("<a>".repeat(300)))
                .hasMessageContaining("expected at most 80 nested elements");
        String word = "0123456789abcdef".repeat(1 << 16);
        String fat = "<a>" + word.repeat(40) + "</a>";
        assertThatThrownBy(() -> readAll(fat))
                .hasMessageContaining("expected at most 33554432 characters in one element");
    }

    @Test
    void reportsAnyDamageAsABadDocument() {
        long seed = System.nanoTime();
        RandomGenerator random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = SHELF.getBytes(UTF_8);
            for (int j = 0; j < 3; j++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                XmlReader.root(bytes);
                readAll(bytes);
            } catch (BadDocument e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("shelf.xml");
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("seed %d, round %d".formatted(seed, i), e);
            }
        }
    }

    private static void readAll(String text) throws IOException {
        readAll(text.getBytes(UTF_8));
    }

    private static void readAll(byte[] bytes) throws IOException {
        try (XmlReader xml = XmlReader.open(new ByteArrayInputStream(bytes), "shelf.xml")) {
            assertThat(xml.next()).isTrue();
            assertThat(xml.element().name()).isNotEmpty();
            assertThat(xml.next()).isFalse();
        }
    }

    private static XmlReader reader(String text) throws IOException {
        return XmlReader.open(new ByteArrayInputStream(text.getBytes(UTF_8)), "shelf.xml");
    }
}
