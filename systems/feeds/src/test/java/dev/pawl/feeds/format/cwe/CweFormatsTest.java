package dev.pawl.feeds.format.cwe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class CweFormatsTest {
    private static final String CWE = "v2e::mitre::cwe::";

    @TempDir Path directory;

    @Test
    void readsEachKindOfTheSample() throws IOException {
        Reading read = sample();

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("cwe", "4.15", "2024-07-16", false));
        assertThat(read.items())
                .extracting(each -> each.kind() + " " + each.urn().id())
                .containsExactly(
                        "weakness CWE-20",
                        "weakness CWE-79",
                        "weakness CWE-89",
                        "weakness CWE-119",
                        "weakness CWE-125",
                        "weakness CWE-502",
                        "weakness CWE-787",
                        "weakness CWE-917",
                        "category CWE-1",
                        "category CWE-137",
                        "view CWE-1003");
        assertThat(read.items())
                .filteredOn(FeedItem::retired)
                .extracting(FeedItem::title)
                .containsExactly("DEPRECATED: Location");
    }

    @Test
    void linksUnderTheNamesOfThePublisher() throws IOException {
        Reading read = sample();

        assertThat(read.links(CWE + "CWE-79"))
                .containsExactly("ChildOf CWE-74", "PeerOf CWE-352", "attack-pattern CAPEC-63");
        assertThat(read.links(CWE + "CWE-125"))
                .containsExactly("ChildOf CWE-119", "observed-example CVE-2014-0160");
        assertThat(read.links(CWE + "CWE-137"))
                .containsExactly("Member_Of CWE-699", "member CWE-79", "member CWE-89");
        assertThat(read.links(CWE + "CWE-1003")).containsExactly("member CWE-119", "member CWE-20");
    }

    @Test
    void hasTheSearchTextAsPlainText() throws IOException {
        Reading read = sample();

        assertThat(read.item(CWE + "CWE-79").searchText())
                .isEqualTo(
                        """
                        What users send is put into web pages for others without being made harmless.
                        There are three kinds:
                        - Reflected: the answer to a request repeats it.
                        - Stored: it is kept, and shown later.
                        - DOM-based: scripts of the page itself insert it.
                        XSS The usual short name.\
                        """);
        assertThat(read.item(CWE + "CWE-1003").searchText())
                .startsWith("A short list of weaknesses");
        assertThat(read.item(CWE + "CWE-137").searchText()).startsWith("Weaknesses in making data");
    }

    @Test
    void keepsEverythingUnderItsOwnName() throws IOException {
        JsonNode content = sample().item(CWE + "CWE-79").content();

        assertThat(content.path("ID").stringValue()).isEqualTo("79");
        assertThat(content.path("Related_Weaknesses").path(1))
                .hasToString(
                        """
                        {"Nature":"ChildOf","CWE_ID":"74","View_ID":"1003","Ordinal":"Primary"}\
                        """);
        assertThat(content.path("Applicable_Platforms").path("Technology"))
                .hasToString("[{\"Class\":\"Web Based\",\"Prevalence\":\"Often\"}]");
        assertThat(content.path("Potential_Mitigations").path(0).path("Phase")).hasSize(2);
        assertThat(content.path("Content_History").path("Submission").path("Submission_Name"))
                .hasToString("\"PLOVER\"");
    }

    @Test
    void keepsTheOrderOfAnExampleAndTheShapeOfItsCode() throws IOException {
        JsonNode example =
                sample().item(CWE + "CWE-79").content().path("Demonstrative_Examples").path(0);

        assertThat(example.path("Demonstrative_Example_ID").stringValue()).isEqualTo("DX-1");
        assertThat(example.path("parts")).hasSize(3);
        assertThat(example.path("parts").path(1).path("Example_Code").path("text").stringValue())
                .isEqualTo("if ($name) {\n    echo \"Hello \" . $_GET['name'];\n}");
    }

    @Test
    void fillsInTheCitedWorks() throws IOException {
        assertThat(sample().item(CWE + "CWE-79").content().path("References"))
                .hasToString(
                        """
                        [{"External_Reference_ID":"REF-7","Section":"Chapter 13",\
                        "Author":["Michael Howard","David LeBlanc"],"Title":"Writing Secure Code",\
                        "Edition":"2nd Edition","Publication_Year":"2002",\
                        "Publisher":"Microsoft Press"}]\
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "'<Weakness_Catalog Version=\"4.17\" Date=\"2025-04-03\"/>', 4.17, 2025-04-03",
        "'<Weakness_Catalog xmlns=\"http://cwe.mitre.org/cwe-6\" Version=\"3.4\"/>', 3.4, ''",
        "'<?xml version=\"1.0\"?><c:Weakness_Catalog xmlns:c=\"http://cwe.mitre.org/cwe-5\""
                + " Catalog_Version=\"2.9\" Catalog_Date=\"2015-12-07\"/>', 2.9, 2015-12-07",
    })
    void recognisesAnyNamespace(String text, String version, String date) throws IOException {
        assertThat(read(text).edition()).isEqualTo(new Edition("cwe", version, date, false));
    }

    @Test
    void reportsInvalidRecordsAndContinues() throws IOException {
        Reading read =
                read(
                        """
                        <Weakness_Catalog><Weaknesses>
                        <Weakness Name="a"/>
                        <Weakness ID="x" Name="b"/>
                        <Weakness ID="1"/>
                        <Weakness ID="2" Name="d"><Related_Weaknesses>
                          <Related_Weakness Nature="ChildOf" CWE_ID="CWE-3"/>
                        </Related_Weaknesses></Weakness>
                        <Weakness ID="3" Name="e"><Related_Weaknesses>
                          <Related_Weakness Nature="ChildOf"/>
                        </Related_Weaknesses></Weakness>
                        </Weaknesses></Weakness_Catalog>
                        """);

        assertThat(read.items()).extracting(FeedItem::title).containsExactly("e");
        assertThat(read.items().getFirst().links()).isEmpty();
        assertThat(read.wrong())
                .containsExactly(
                        "Weakness 'a': expected a number as its ID, found none",
                        "Weakness 'b': expected a number as its ID, found 'x'",
                        "Weakness 1: expected a Name, found none",
                        "Weakness 2: expected a number as CWE_ID of a Related_Weakness, found"
                                + " 'CWE-3'");
    }

    @Test
    void reportsWhereADocumentIsTruncated() throws IOException {
        String whole = Files.readString(Reading.sample("cwe/cwec.xml"));
        assertThatThrownBy(() -> read(whole.substring(0, 3_000)))
                .isInstanceOf(BadDocument.class)
                .hasMessageMatching("(?s).*document.*, line \\d+, column \\d+: expected .*");
    }

    private Reading read(String text) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "document", ""), text);
        return Reading.of(CweFormats.all(), file);
    }

    private static Reading sample() throws IOException {
        return Reading.of(CweFormats.all(), Reading.sample("cwe/cwec.xml"));
    }
}
