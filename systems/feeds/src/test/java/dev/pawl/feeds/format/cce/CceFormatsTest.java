package dev.pawl.feeds.format.cce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CceFormatsTest {
    private static final String CCE = "v2e::nist::cce::";
    private static final String HEADS =
            "<row r='1'>%s%s</row>".formatted(cell("A1", "CCE ID"), cell("B1", "CCE Description"));

    @TempDir Path directory;

    @Test
    void readsAWorkbookOfSheetsWithDifferentHeaders() throws IOException {
        Reading read = sample("cce.xlsx");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("cce", "", "2022-06-01T20:29:23Z", false));
        assertThat(read.items())
                .extracting(each -> each.urn().id() + " " + each.title())
                .containsExactlyInAnyOrder(
                        "CCE-5843-8 The ftp login banner should be set appropriately.",
                        "CCE-4909-8 DEPRECATED.",
                        "CCE-4457-8 DEPRECATED in favor of CCE-5843-8.",
                        "CCE-80857-6 Verify File Hashes with RPM",
                        "CCE-82056-3 The DoD Root Certificate Exists",
                        "CCE-91001-8 Enable the Firewall");
        assertThat(read.items()).isNotEmpty().allMatch(each -> each.kind().equals("entry"));
    }

    @Test
    void keepsAllCellsUnderTheHeadersOfTheSheet() throws IOException {
        Reading read = sample("cce.xlsx");

        assertThat(read.item(CCE + "CCE-91001-8").content())
                .hasToString(
                        """
                        {"id":"CCE-91001-8","description":"Enable the Firewall","platforms":[\
                        {"name":"macOSMonterey","cells":{"Rule ID":"os_firewall_enable",\
                        "Title":"Enable the Firewall","Discussion":"The firewall _MUST_ be on.",\
                        "Mechanism":"defaults","Check Result":"TRUE","Level":"2"}}]}\
                        """);
        FeedItem rpm = read.item(CCE + "CCE-80857-6");
        assertThat(rpm.searchText())
                .contains(
                        "The package manager knows the hash of each file.", "sign of an intrusion");
    }

    @Test
    void addsACellWithoutHeaderToTheHeaderBefore() throws IOException {
        FeedItem banner = sample("cce.xlsx").item(CCE + "CCE-5843-8");

        assertThat(banner.content().at("/platforms/0/cells/Benchmark of UNIX").stringValue())
                .isEqualTo("3.2\nA banner says who may come in.");
    }

    @Test
    void groupsTheRowsOfAnIdentifier() throws IOException {
        Reading read = sample("cce.xlsx");
        FeedItem item = read.item(CCE + "CCE-4909-8");

        assertThat(item.content().findValuesAsString("name")).containsExactly("aix5.3", "solaris9");
        assertThat(item.retired()).isTrue();
        assertThat(read.links(CCE + "CCE-4457-8")).containsExactly("in-favor-of CCE-5843-8");
        assertThat(read.item(CCE + "CCE-5843-8").retired()).isFalse();
    }

    @Test
    void readsCsv() throws IOException {
        Reading read = sample("cce-rhel8.csv");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("cce-csv", "", "", true));
        assertThat(read.items())
                .extracting(each -> each.urn().id())
                .containsExactly("CCE-80857-6", "CCE-83694-0");
        assertThat(
                        read.item(CCE + "CCE-80857-6")
                                .content()
                                .at("/platforms/0/cells/Configuration Details")
                                .stringValue())
                .contains("each file.\nFiles that differ, \"changed\" files");
    }

    @Test
    void reportsInvalidRowsAndContinues() throws IOException {
        Reading read =
                read(
                        """
                        CCE ID,CCE Description
                        CCE-80857-6,Right
                        CCE-80857-5,Wrong digit
                        ,None
                        ,None either
                        CVE-2021-44228,Another thing
                        CCE-82056-3,
                        CCE-82056-3,
                        CCE-5843-8,Right too
                        """);

        assertThat(read.items())
                .extracting(each -> each.urn().id())
                .containsExactly("CCE-80857-6", "CCE-5843-8");
        assertThat(read.wrong())
                .containsExactly(
                        "line 3: CCE-80857-5: expected the check digit 6, found 5",
                        "line 4: expected an identifier such as CCE-80857-6, found ''",
                        "line 5: expected an identifier such as CCE-80857-6, found ''",
                        "line 6: expected an identifier such as CCE-80857-6, found"
                                + " 'CVE-2021-44228'",
                        "CCE-82056-3: expected a description in one of [CCE Description, CCE Title,"
                                + " Title, Name], found none");
    }

    @ParameterizedTest
    @CsvSource({"80857, 6", "82056, 3", "4909, 8", "5843, 8", "83694, 0", "0, 0"})
    void computesTheCheckDigit(String number, int digit) {
        assertThat(CceId.checkDigit(number)).isEqualTo(digit);
    }

    @Test
    void reportsWhereAWorkbookIsInvalid() throws IOException {
        Path text = workbook(HEADS + "<row r='2'><c r='A2' t='s'><v>7</v></c></row>");
        Path place = workbook(HEADS + "<row r='2'><c r='2A'><v>7</v></c></row>");
        Path cut = workbook(HEADS + "<row r='2'><c r='A2'>");
        Path missing = zip(Map.of("xl/workbook.xml", book()));

        assertThatThrownBy(() -> Reading.of(CceFormats.all(), text))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(text + "!xl/sheet1.xml, line 1, column ")
                .hasMessageEndingWith(
                        ": expected the number of one of 0 shared strings, found '7'");
        assertThatThrownBy(() -> Reading.of(CceFormats.all(), place))
                .isInstanceOf(BadDocument.class)
                .hasMessageEndingWith(": expected a cell reference such as B3, found '2A'");
        assertThatThrownBy(() -> Reading.of(CceFormats.all(), cut))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("expected well-formed XML");
        assertThatThrownBy(() -> Reading.of(CceFormats.all(), missing))
                .isInstanceOf(BadDocument.class)
                .hasMessage(missing + ": expected a part 'xl/' for the sheet 'one', found none");
    }

    @Test
    void rejectsAnEntityBombInAWorkbook() throws IOException {
        Map<String, String> parts = parts("");
        parts.put(
                "xl/sheet1.xml",
                "<!DOCTYPE worksheet [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"
                        + "<worksheet><sheetData>&b;</sheetData></worksheet>");
        Path bomb = zip(parts);

        assertThatThrownBy(() -> Reading.of(CceFormats.all(), bomb))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("expected XML without a DOCTYPE");
    }

    @Test
    void rejectsATruncatedZipFile() throws IOException {
        Path cut = file("PK\u0003\u0004 and no more");

        assertThatThrownBy(() -> Reading.of(CceFormats.all(), cut))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(cut + " is not a zip file: ");
    }

    @Test
    void recognisesNoOtherWorkbook() throws IOException {
        Path other = workbook("<row r='1'>%s</row>".formatted(cell("A1", "Price")));

        assertThat(Reading.recognisedBy(CceFormats.all(), other)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html><body>CCE ID</body></html>",
                "{\"CCE ID v5\":{\"0\":\"CCE-82057-1\"}}",
                "CCE ID,Price\n",
                "\u0089PNG\r\n\u001a\n\u0000\u0000",
            })
    void recognisesNothingElse(String text) throws IOException {
        assertThat(Reading.recognisedBy(CceFormats.all(), file(text))).isEmpty();
    }

    private static String cell(String place, String text) {
        return "<c r='%s' t='inlineStr'><is><t>%s</t></is></c>".formatted(place, text);
    }

    private static String book() {
        return "<workbook xmlns:r='r'><sheets><sheet name='one' r:id='rId1'/></sheets></workbook>";
    }

    private static Map<String, String> parts(String rows) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("xl/workbook.xml", book());
        parts.put(
                "xl/_rels/workbook.xml.rels",
                "<Relationships><Relationship Id='rId1' Target='/xl/sheet1.xml'/></Relationships>");
        parts.put(
                "xl/sheet1.xml",
                "<worksheet><sheetData>%s</sheetData></worksheet>".formatted(rows));
        return parts;
    }

    private Path workbook(String rows) throws IOException {
        return zip(parts(rows));
    }

    private Path zip(Map<String, String> parts) throws IOException {
        Path file = Files.createTempFile(directory, "book", ".xlsx");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> each : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }

    private Reading read(String text) throws IOException {
        return Reading.of(CceFormats.all(), file(text));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "document", ""), text);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(CceFormats.all(), Reading.sample("cce/" + name));
    }
}
