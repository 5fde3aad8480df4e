package dev.pawl.feeds.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.capec.CapecFormats;
import dev.pawl.feeds.format.cve.CveFormats;
import dev.pawl.feeds.format.cwe.CweFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// CVE, CWE and CAPEC formats reject other and damaged documents.
final class WrongDocumentTest {
    private static final List<Format<?>> FORMATS =
            Stream.of(CveFormats.all(), CweFormats.all(), CapecFormats.all())
                    .<Format<?>>flatMap(List::stream)
                    .toList();

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "cve/nvd-2.0-page.json, NVD JSON 2.0",
        "cve/nvd-1.1-feed.json, NVD JSON 1.1",
        "cve/known-exploited.json, CISA KEV",
        "cwe/cwec.xml, CWE XML",
        "capec/capec.xml, CAPEC XML",
        "capec/stix-capec.json, CAPEC STIX",
    })
    void eachSampleIsOfOneFormat(String sample, String format) throws IOException {
        assertThat(Reading.recognisedBy(FORMATS, Reading.sample(sample))).containsExactly(format);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \r\n",
                "<!DOCTYPE html><html><body>Attention Required!</body></html>",
                "<html><head><meta charset=utf-8><br>",
                "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR",
                "\u0000",
                "id,name\nCWE-79,x\n",
                "[]",
                "7",
                "{}",
                "{\"vulnerabilities\":[]}",
                "{\"vulnerabilities\":{},\"format\":\"NVD_CVE\",\"version\":\"2.0\"}",
                "{\"format\":\"NVD_CVE\",\"version\":\"3.0\",\"vulnerabilities\":[]}",
                "{\"format\":7,\"version\":[],\"vulnerabilities\":[]}",
                "{\"type\":\"bundle\",\"id\":\"bundle--1\",\"objects\":[]}",
                "{\"type\":\"bundle\",\"id\":\"bundle--1\",\"objects\":[1,",
                "<Catalog Version=\"1\"/>",
                "<Weakness_Catalog",
            })
    void noFormatRecognisesAnythingElse(String text) throws IOException {
        Path file = Files.write(directory.resolve("document"), text.getBytes(ISO_8859_1));
        assertThat(Reading.recognisedBy(FORMATS, file)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attack/enterprise-attack.json", "attack/ics-attack.json"})
    void noFormatRecognisesSamplesOfOtherSources(String sample) throws IOException {
        assertThat(Reading.recognisedBy(FORMATS, Reading.sample(sample))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Weakness_Catalog", "Attack_Pattern_Catalog"})
    void aDoctypeIsRejectedBeforeAnEntityExpands(String root) throws IOException {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE x [<!ENTITY e0 'lol'>");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY e%d '%s'>".formatted(i, "&e%d;".formatted(i - 1).repeat(10)));
        }
        bomb.append("]>\n<%s>&e29;</%s>".formatted(root, root));
        Path file = Files.writeString(directory.resolve("bomb.xml"), bomb);

        assertThatThrownBy(() -> Reading.of(FORMATS, file))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(file + ", line 1, column ")
                .hasMessageEndingWith(
                        ": expected XML without a DOCTYPE and custom entities, found one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cve/nvd-2.0-page.json", "cve/nvd-1.1-feed.json"})
    void truncatedJsonReportsTheRecord(String sample) throws IOException {
        byte[] whole = Files.readAllBytes(Reading.sample(sample));
        Path file = directory.resolve("cut.json");
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));

        assertThatThrownBy(() -> Reading.of(FORMATS, file))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(file + ": expected JSON, found something else at line ")
                .hasMessageContaining("(record 2 of ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cve/nvd-2.0-page.json", "cwe/cwec.xml", "capec/capec.xml"})
    void truncatedGzipReportsThePosition(String sample) throws IOException {
        String whole = Files.readString(Reading.sample(sample));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(padded(whole));
        }
        Path file = directory.resolve("cut.gz");
        Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() - 20));

        assertThatThrownBy(() -> Reading.of(FORMATS, file))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(file + " is truncated: its compressed data ends after ");
    }

    @Test
    void malformedJsonReportsThePosition() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("a.json"),
                        "{\"CVE_Items\":[\n{},\n{\"cve\": nonsense}]}");
        assertThatThrownBy(() -> Reading.of(FORMATS, file))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(file + ": expected JSON, found something else at line 3")
                .hasMessageContaining("(record 2 of 'CVE_Items')");
    }

    /// Returns a document that is longer than its head, with spaces before its last line.
    private static byte[] padded(String document) {
        int last = document.stripTrailing().lastIndexOf('\n');
        String space = "\n".repeat(200_000);
        return (document.substring(0, last) + space + document.substring(last)).getBytes(UTF_8);
    }
}
