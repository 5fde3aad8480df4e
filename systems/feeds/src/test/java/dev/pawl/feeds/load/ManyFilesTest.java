package dev.pawl.feeds.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Samples;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.item.Urn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Zip files with thousands of entries, as in releases.
final class ManyFilesTest {
    private static final int OTHERS = 5_000;

    @TempDir private Path directory;
    private Path samples = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        samples = Samples.copyTo(directory.resolve("samples"));
    }

    @Test
    void findsTheFewDocumentsInAReleaseOfThousandsOfFiles() throws Exception {
        Path zip = release();
        DocumentSelection selection = DocumentScan.scan(zip, SourceKind.SSG.formats());
        assertThat(selection.documents())
                .extracting(each -> each.document().name())
                .containsExactlyInAnyOrder(
                        zip + "!release/ssg-firefox-xccdf.xml", zip + "!release/ssg-rhel8-ds.xml");
        assertThat(selection.notes())
                .containsExactly(
                        zip
                                + ": 5000 of 5002 files were skipped: they do not belong to this"
                                + " source");
        Set<String> urns = new HashSet<>();
        DirectReader.read(zip, SourceKind.SSG.formats(), each -> urns.add(urn(each.item().urn())));
        Set<String> loose = new HashSet<>();
        for (String name : new String[] {"ssg-firefox-xccdf.xml", "ssg-rhel8-ds.xml"}) {
            Path file = samples.resolve("ssg").resolve(name);
            DirectReader.read(
                    file, SourceKind.SSG.formats(), each -> loose.add(urn(each.item().urn())));
        }
        assertThat(urns).isNotEmpty().isEqualTo(loose);
        assertThat(DocumentScan.hasDocuments(zip, SourceKind.SSG.formats())).isTrue();
        assertThat(DocumentScan.hasDocuments(zip, SourceKind.CVE.formats())).isFalse();
    }

    private static String urn(Urn urn) {
        return urn.toString();
    }

    /// A replaced file must show the new content, so nothing of the old one was in memory.
    @Test
    void noContentStaysInMemory() throws Exception {
        Path zip = directory.resolve("a.zip");
        Path page = samples.resolve("ssg/ssg-rhel8-ds.xml");
        pack(zip, out -> put(out, "a.xml", Files.readAllBytes(page)));
        Document kept =
                DocumentScan.scan(zip, SourceKind.SSG.formats()).documents().getFirst().document();
        Document listed = Document.of(zip).getFirst();
        pack(zip, out -> put(out, "a.xml", "another".getBytes(StandardCharsets.UTF_8)));
        assertThat(kept.head()).asString(StandardCharsets.UTF_8).isEqualTo("another");
        assertThat(listed.head()).asString(StandardCharsets.UTF_8).isEqualTo("another");
    }

    @Test
    void anUnreadableFileDoesNotAffectOthers() throws Exception {
        Path zip = directory.resolve("a.zip");
        byte[] good = Files.readAllBytes(samples.resolve("cwe/cwec.xml"));
        pack(
                zip,
                out -> {
                    put(out, "a.xml.gz", new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
                    put(out, "b.xml", good);
                });
        DocumentSelection selection = DocumentScan.scan(zip, SourceKind.CWE.formats());
        assertThat(selection.documents()).hasSize(1);
        assertThat(selection.notes())
                .anyMatch(each -> each.contains("a.zip!a.xml.gz is not a gzip file"));
    }

    @Test
    void rejectsAZipFileWithTooManyEntries() throws IOException {
        Path zip = directory.resolve("a.zip");
        pack(
                zip,
                out -> {
                    for (int i = 0; i < 100_001; i++) put(out, "f" + i, new byte[0]);
                });
        assertThatThrownBy(() -> Document.of(zip))
                .isInstanceOf(BadDocument.class)
                .hasMessage("%s: expected at most 100000 entries in a zip file, found 100001", zip);
    }

    @Test
    void rejectsEntriesThatAreABombTogether() throws IOException {
        Path zip = directory.resolve("a.zip");
        byte[] zeros = new byte[1 << 20];
        pack(
                zip,
                out -> {
                    for (int i = 0; i < 30; i++) put(out, "f" + i, zeros);
                });
        assertThatThrownBy(() -> Document.of(zip))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining(
                        "bytes in all its files, found 31457280: rejected as a zip bomb");
    }

    @Test
    void anEntryIsHeldToItsDeclaredSize() throws IOException {
        Path zip = directory.resolve("a.zip");
        pack(zip, out -> put(out, "a", new byte[5_000]));
        byte[] bytes = Files.readAllBytes(zip);
        // The size of the only entry, in the directory at the end of the file.
        int directoryAt = indexOf(bytes, new byte[] {'P', 'K', 1, 2});
        bytes[directoryAt + 24] = 100;
        bytes[directoryAt + 25] = 0;
        Files.write(zip, bytes);
        Document liar = Document.of(zip).getFirst();
        assertThatThrownBy(
                        () -> {
                            try (InputStream in = liar.open()) {
                                in.transferTo(OutputStream.nullOutputStream());
                            }
                        })
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("expected at most 100 bytes after decompression, found more");
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.indexOf(new String(wanted, StandardCharsets.ISO_8859_1));
    }

    /// A zip file with thousands of entries, two of which are samples.
    private Path release() throws IOException {
        Path zip = directory.resolve("release.zip");
        pack(
                zip,
                out -> {
                    for (int i = 0; i < OTHERS; i++) {
                        if (i % 3_000 == 1_000) {
                            String name = i < 3_000 ? "ssg-firefox-xccdf.xml" : "ssg-rhel8-ds.xml";
                            byte[] sample = Files.readAllBytes(samples.resolve("ssg/" + name));
                            put(out, "release/" + name, sample);
                        }
                        String text = "# a playbook, number %d%n".formatted(i).repeat(20);
                        put(out, "release/f" + i, text.getBytes(StandardCharsets.UTF_8));
                    }
                });
        return zip;
    }

    private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }

    private static void pack(Path zip, Packing packing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            packing.pack(out);
        }
        Files.write(zip, bytes.toByteArray());
    }

    private interface Packing {
        void pack(ZipOutputStream out) throws IOException;
    }
}
