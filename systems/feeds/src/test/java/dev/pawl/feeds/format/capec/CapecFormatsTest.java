package dev.pawl.feeds.format.capec;

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
import tools.jackson.databind.JsonNode;

final class CapecFormatsTest {
    private static final String CAPEC = "v2e::mitre::capec::";

    @TempDir Path directory;

    @Test
    void readsEachKindOfTheXml() throws IOException {
        Reading read = sample("capec.xml");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("capec", "3.9", "2023-01-24", false));
        assertThat(read.items())
                .extracting(each -> each.kind() + " " + each.urn().id())
                .containsExactly(
                        "pattern CAPEC-63",
                        "pattern CAPEC-66",
                        "pattern CAPEC-100",
                        "pattern CAPEC-560",
                        "pattern CAPEC-586",
                        "category CAPEC-152",
                        "view CAPEC-1000",
                        "view CAPEC-2000");
    }

    @Test
    void readsThePatternsOfStix() throws IOException {
        Reading read = sample("stix-capec.json");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("capec", "3.9", "", false));
        assertThat(read.items()).hasSize(7).allMatch(each -> each.kind().equals("pattern"));
        assertThat(read.items())
                .filteredOn(FeedItem::retired)
                .extracting(each -> each.urn().id())
                .containsExactly("CAPEC-56");
        assertThat(read.item(CAPEC + "CAPEC-63").searchText()).endsWith("\nXSS");
    }

    @Test
    void linksUnderTheNamesOfThePublisher() throws IOException {
        Reading xml = sample("capec.xml");
        Reading stix = sample("stix-capec.json");

        assertThat(xml.links(CAPEC + "CAPEC-63"))
                .containsExactly(
                        "CanPrecede CAPEC-107",
                        "ChildOf CAPEC-242",
                        "weakness CWE-20",
                        "weakness CWE-79");
        assertThat(xml.links(CAPEC + "CAPEC-560")).containsExactly("technique T1078");
        assertThat(xml.links(CAPEC + "CAPEC-152"))
                .containsExactly("member CAPEC-242", "member CAPEC-586");
        assertThat(xml.links(CAPEC + "CAPEC-1000")).containsExactly("member CAPEC-152");
        assertThat(stix.links(CAPEC + "CAPEC-66"))
                .isEqualTo(xml.links(CAPEC + "CAPEC-66"))
                .containsExactly("ChildOf CAPEC-248", "weakness CWE-1286", "weakness CWE-89");
        assertThat(stix.links(CAPEC + "CAPEC-560")).containsExactly("technique T1078");
        assertThat(stix.links(CAPEC + "CAPEC-248"))
                .containsExactly("ParentOf CAPEC-66", "weakness CWE-77");
    }

    @Test
    void linksNothingToAPatternThatTheBundleLacks() throws IOException {
        assertThat(sample("stix-capec.json").links(CAPEC + "CAPEC-63"))
                .containsExactly("weakness CWE-20", "weakness CWE-79");
    }

    @Test
    void keepsEverythingUnderItsOwnName() throws IOException {
        JsonNode content = sample("capec.xml").item(CAPEC + "CAPEC-66").content();

        assertThat(content.path("Execution_Flow").path(1).path("Technique")).hasSize(2);
        assertThat(content.path("Mitigations").path(0).stringValue())
                .isEqualTo("Send values as parameters of prepared statements.");
        assertThat(content.path("Related_Attack_Patterns"))
                .hasToString(
                        """
                        [{"Nature":"ChildOf","CAPEC_ID":"248","Exclude_Related":\
                        [{"Exclude_ID":"515"}]}]\
                        """);
        assertThat(content.path("References").path(0).path("Title").stringValue())
                .isEqualTo("OWASP Web Security Testing Guide");
    }

    @Test
    void collectsTheMitigationsThatStixKeepsElsewhere() throws IOException {
        Reading read = sample("stix-capec.json");
        JsonNode content = read.item(CAPEC + "CAPEC-66").content();

        assertThat(content.path("x_capec_abstraction").stringValue()).isEqualTo("Standard");
        assertThat(content.path("mitigations"))
                .hasToString(
                        """
                        ["Send values as parameters of prepared statements.",\
                        "Check all input against what is expected."]\
                        """);
        assertThat(read.item(CAPEC + "CAPEC-100").content().path("mitigations")).isEmpty();
    }

    @Test
    void prefersTheXmlOfAVersionToItsStix() throws IOException {
        assertThat(sample("capec.xml").edition())
                .isGreaterThan(sample("stix-capec.json").edition());
    }

    @Test
    void acceptsAnyWhitespaceAndOrder() throws IOException {
        String last =
                bundle(
                        "{\"type\":\"identity\",\"id\":\"identity--1\"}",
                        "{\"type\":\"course-of-action\",\"id\":\"c--1\",\"description\":\"d\"}",
                        pattern("CAPEC-1", ",\"x_capec_version\":\"3.10\""),
                        pattern("CAPEC-2", ",\"x_capec_version\":\"3.9\""));

        assertThat(read(last.replace(",", ",\r\n")).edition().version()).isEqualTo("3.10");
    }

    @Test
    void reportsInvalidRecordsAndContinues() throws IOException {
        Reading read =
                read(
                        bundle(
                                pattern("CAPEC-1", ""),
                                "5",
                                "{\"type\":\"attack-pattern\",\"id\":\"a--1\",\"name\":\"n\"}",
                                pattern("66", ""),
                                pattern("CAPEC-2", ",\"description\":[]"),
                                pattern("CAPEC-3", ",\"name\":null"),
                                pattern("CAPEC-4", "")));

        assertThat(read.items())
                .extracting(each -> each.urn().id())
                .containsExactly("CAPEC-1", "CAPEC-4");
        assertThat(read.wrong())
                .containsExactly(
                        "an object of the bundle: expected an object, found 5",
                        "attack-pattern 'a--1': expected an external reference of capec with an id"
                                + " such as CAPEC-66, found none",
                        "attack-pattern 'a--66': expected an external reference of capec with an id"
                                + " such as CAPEC-66, found 66",
                        "CAPEC-2: expected a text in 'description', found []",
                        "CAPEC-3: expected a text in 'name', found none");
    }

    @Test
    void reportsWhereABundleIsTruncated() throws IOException {
        String whole = Files.readString(Reading.sample("capec/stix-capec.json"));
        assertThatThrownBy(() -> read(whole.substring(0, 5_000)))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("expected JSON, found something else at line ")
                .hasMessageContaining("of 'objects'");
    }

    @Test
    void doesNotRecogniseABundleOfAttack() throws IOException {
        Path attack = Reading.sample("attack/enterprise-attack.json");
        assertThat(Reading.recognisedBy(CapecFormats.all(), attack)).isEmpty();
        String technique =
                pattern("CAPEC-1", "")
                        .replace(
                                "[{",
                                "[{\"source_name\":\"mitre-attack\",\"external_id\":\"T1\"},{");
        Path file = Files.writeString(directory.resolve("a.json"), bundle(technique));
        assertThat(Reading.recognisedBy(CapecFormats.all(), file)).isEmpty();
    }

    private static String bundle(String... objects) {
        return "{\"type\":\"bundle\",\"id\":\"bundle--1\",\"objects\":[%s]}"
                .formatted(String.join(",", objects));
    }

    private static String pattern(String id, String more) {
        return """
        {"type":"attack-pattern","id":"a--%s","name":"A name",\
        "external_references":[{"source_name":"capec","external_id":"%s"}]%s}\
        """
                .formatted(id, id, more);
    }

    private Reading read(String text) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "document", ""), text);
        return Reading.of(CapecFormats.all(), file);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(CapecFormats.all(), Reading.sample("capec/" + name));
    }
}
