package dev.pawl.feeds.format.asvs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AsvsFormatsTest {
    private static final String ASVS = "v2e::owasp::asvs::";
    private static final String HEADS_4 =
            "chapter_id,chapter_name,section_id,section_name,req_id,req_description,"
                    + "level1,level2,level3,cwe,nist\n";

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "json, 4.0.3, 3", "flat.json, 4.0.3, 2", "csv, 4.0.3, 1", "xml, 4.0.3, 0",
        "json, 5.0.0, 3", "flat.json, 5.0.0, 2", "csv, 5.0.0, 1", "xml, 5.0.0, 0",
    })
    void recognisesEachForm(String form, String version, String stamp) throws IOException {
        Path file = Reading.sample("asvs/asvs-%s.%s".formatted(version, form));

        assertThat(Reading.recognisedBy(AsvsFormats.all(), file)).hasSize(1);
        assertThat(Reading.of(AsvsFormats.all(), file).edition())
                .isEqualTo(new Edition("asvs-" + version.charAt(0), version, stamp, false));
    }

    @ParameterizedTest
    @CsvSource({"4.0.3, flat.json", "4.0.3, csv", "4.0.3, xml"})
    @CsvSource({"5.0.0, flat.json", "5.0.0, csv", "5.0.0, xml"})
    void readsTheSameItemsFromEachForm(String version, String form) throws IOException {
        List<FeedItem> wanted = items("asvs-%s.json".formatted(version));

        assertThat(items("asvs-%s.%s".formatted(version, form))).isEqualTo(wanted).isNotEmpty();
    }

    @Test
    void readsChaptersSectionsAndRequirements() throws IOException {
        Reading read = sample("asvs-4.0.3.json");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.kind("chapter")).hasSize(4);
        assertThat(read.kind("section")).hasSize(7);
        assertThat(read.kind("requirement")).hasSize(9);
        assertThat(read.links(ASVS + "14@4.0.3")).containsExactly("member 14.1@4.0.3");
        assertThat(read.links(ASVS + "5.3@4.0.3"))
                .containsExactly("member 5.3.3@4.0.3", "member 5.3.4@4.0.3");
        assertThat(read.links(ASVS + "5.3.3@4.0.3")).containsExactly("weakness CWE-79");
        assertThat(read.item(ASVS + "14@4.0.3").content())
                .hasToString(
                        """
                        {"id":"V14","name":"Configuration","short_name":"Config"}\
                        """);
    }

    @Test
    void keepsAllFieldsOfARequirement() throws IOException {
        FeedItem item = sample("asvs-4.0.3.csv").item(ASVS + "2.2.1@4.0.3");

        assertThat(item.content())
                .hasToString(
                        """
                        {"id":"V2.2.1","chapter":"V2","chapter_name":"Authentication",\
                        "section":"V2.2","section_name":"General Authenticator Security",\
                        "description":"Verify that guessing of passwords is slowed down, by \
                        lockouts or limits of rate.","level":1,"level1":true,"level2":true,\
                        "level3":true,"cwe":[307],"nist":["5.2.2","5.1.1.2"]}\
                        """);
        assertThat(item.title()).startsWith("Verify that guessing");
        assertThat(item.searchText()).contains("lockouts", "General Authenticator Security");
    }

    @Test
    void derivesTheLevelsOfVersion5() throws IOException {
        FeedItem item = sample("asvs-5.0.0.csv").item(ASVS + "1.5.2@5.0.0");

        assertThat(item.content().path("level").intValue()).isEqualTo(2);
        assertThat(item.content().path("level1").booleanValue()).isFalse();
        assertThat(item.content().path("level2").booleanValue()).isTrue();
        assertThat(item.content().path("level3").booleanValue()).isTrue();
        assertThat(item.content().has("cwe")).isFalse();
    }

    @Test
    void marksPlaceholders() throws IOException {
        Reading read = sample("asvs-4.0.3.flat.json");
        FeedItem item = read.item(ASVS + "1.4.2@4.0.3");

        assertThat(item.content().path("status").stringValue()).isEqualTo("placeholder");
        assertThat(item.content().has("level")).isFalse();
        assertThat(item.retired()).isFalse();
        assertThat(read.item(ASVS + "1.4.1@4.0.3").content().has("status")).isFalse();
    }

    @Test
    void reportsInvalidRowsAndContinues() throws IOException {
        Reading read =
                read(
                        HEADS_4
                                + "V1,A,V1.1,B,V1.1.1,Verify it.,,✓,✓,79,\n"
                                + "V1,A,V1.1,B\n"
                                + "V1,A,V1.1,B,,Verify it.,,✓,✓,79,\n"
                                + "V1,A,V1.1,B,x,Verify it.,,✓,✓,79,\n"
                                + "V1,A,V1.1,B,V1.1.3,Verify it.,,✓,✓,abc,\n"
                                + "V1,A,V1.1,B,V1.1.4,Verify it.,,✓,✓,\"20, 89\",\n");

        assertThat(read.wrong())
                .contains(
                        "line 3: expected 11 cells, found 4, starting with 'V1'",
                        "a requirement: expected a text in 'req_id', found none",
                        "V1.1.3: expected CWE numbers in 'cwe', found 'abc'");
        assertThat(read.kind("requirement"))
                .extracting(each -> each.urn().id())
                .containsExactly("1.1.1@4.0.3", "1.1.4@4.0.3");
        assertThat(read.links(ASVS + "1.1.4@4.0.3"))
                .containsExactly("weakness CWE-20", "weakness CWE-89");
    }

    @Test
    void reportsWrongTypesInJson() throws IOException {
        String row =
                """
                {"chapter_id":"V1","section_id":"V1.1","req_id":"V1.1.1","req_description":%s,\
                "L":"%s"}\
                """;
        Reading read =
                read(
                        "{\"requirements\":[%s,%s,7]}"
                                .formatted(row.formatted("5", "1"), row.formatted("\"x\"", "4")));

        assertThat(read.wrong())
                .containsExactly(
                        "V1.1.1: expected a text in 'req_description', found 5",
                        "V1.1.1: expected a level from 1 to 3 in 'L', found '4'",
                        "expected a requirement, found 7");
    }

    @Test
    void reportsChaptersWithoutItems() throws IOException {
        Reading read =
                read(
                        """
                        {"ShortName":"ASVS","Version":"4.0.2","Requirements":[
                        {"Shortcode":"V1","Name":"A"},
                        {"Shortcode":"V2","Name":"B","Items":[]}]}\
                        """);

        assertThat(read.edition().version()).isEqualTo("4.0.2");
        assertThat(read.wrong()).containsExactly("V1: expected a list in 'Items', found MISSING");
        assertThat(read.items()).extracting(each -> each.urn().id()).containsExactly("2@4.0.2");
    }

    @Test
    void rejectsATruncatedDocument() throws IOException {
        String json = Files.readString(Reading.sample("asvs/asvs-4.0.3.json"));
        Path cut = file(json.substring(0, json.length() / 2));

        assertThatThrownBy(() -> Reading.of(AsvsFormats.all(), cut))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining(cut + ": expected JSON, found something else at line ")
                .hasMessageContaining("of 'Requirements'");
    }

    @Test
    void rejectsXmlWithAnEntityBomb() throws IOException {
        String xml = Files.readString(Reading.sample("asvs/asvs-4.0.3.xml"));
        String bomb =
                xml.replace(
                        "<root>",
                        "<!DOCTYPE root [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><root>");
        Path file = file(bomb);

        assertThatThrownBy(() -> Reading.of(AsvsFormats.all(), file))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining("expected XML without a DOCTYPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html><body>req_id</body></html>",
                "<root><ShortName>Else</ShortName></root>",
                "{\"requirements\":[]}",
                "{\"requirements\":[{\"id\":1",
                "{\"Requirements\":[]}",
                "chapter_id,req_id\n",
                "\u0089PNG\r\n\u001a\n\u0000\u0000",
            })
    void recognisesNothingElse(String text) throws IOException {
        assertThat(Reading.recognisedBy(AsvsFormats.all(), file(text))).isEmpty();
    }

    /// Sorted items of a form, without what only the nested forms contain.
    private static List<FeedItem> items(String name) throws IOException {
        List<FeedItem> items = sample(name).items();
        items.forEach(each -> each.content().remove("short_name"));
        return items.stream().sorted(Comparator.comparing(FeedItem::urn)).toList();
    }

    private Reading read(String text) throws IOException {
        return Reading.of(AsvsFormats.all(), file(text));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "document", ""), text);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(AsvsFormats.all(), Reading.sample("asvs/" + name));
    }
}
