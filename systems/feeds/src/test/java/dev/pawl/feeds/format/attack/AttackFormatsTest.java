package dev.pawl.feeds.format.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

final class AttackFormatsTest {
    private static final String ATTACK = "v2e::mitre::attack::";

    @TempDir Path directory;

    @Test
    void readsEachKindOfTheSample() throws IOException {
        Reading read = sample("enterprise-attack.json");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(
                        new Edition(
                                "attack-enterprise", "17.1", "2025-05-06T14:00:00.000Z", false));
        assertThat(read.items())
                .extracting(each -> each.kind() + " " + each.urn().id())
                .containsExactlyInAnyOrder(
                        "tactic TA0001",
                        "tactic TA0002",
                        "tactic TA0004",
                        "technique T1059",
                        "sub-technique T1059.001",
                        "technique T1078",
                        "technique T1190",
                        "technique T1086",
                        "mitigation M1036",
                        "group G0016",
                        "software S0154",
                        "software S0029",
                        "campaign C0024",
                        "data-source DS0017",
                        "data-component DC0064",
                        "detection-strategy DET0001",
                        "analytic AN0001");
    }

    @Test
    void readsABundleOfStix20WithoutACollection() throws IOException {
        Reading read = sample("ics-attack.json");

        assertThat(read.edition())
                .isEqualTo(new Edition("attack-ics", "", "2025-04-16T20:00:00.000Z", false));
        assertThat(read.links(ATTACK + "T0859")).containsExactly("tactic TA0108", "targets A0001");
        assertThat(read.item(ATTACK + "A0001").kind()).isEqualTo("asset");
    }

    @Test
    void linksByRelationshipsAndByFields() throws IOException {
        Reading read = sample("enterprise-attack.json");

        assertThat(read.links(ATTACK + "T1059.001"))
                .containsExactly("subtechnique-of T1059", "tactic TA0002");
        assertThat(read.links(ATTACK + "T1190"))
                .containsExactly(
                        "attack-pattern CAPEC-66", "reference CVE-2021-44228", "tactic TA0001");
        assertThat(read.links(ATTACK + "C0024"))
                .containsExactly("attributed-to G0016", "uses T1190");
        assertThat(read.links(ATTACK + "DET0001"))
                .containsExactly("analytic AN0001", "detects T1059");
        assertThat(read.links(ATTACK + "AN0001")).containsExactly("data-component DC0064");
        assertThat(read.links(ATTACK + "DC0064")).containsExactly("data-source DS0017");
        assertThat(read.links(ATTACK + "T1086"))
                .containsExactly("revoked-by T1059.001", "tactic TA0002");
    }

    @Test
    void ignoresRetiredRelationships() throws IOException {
        assertThat(sample("enterprise-attack.json").links(ATTACK + "S0154"))
                .containsExactly("uses T1059");
    }

    @Test
    void prefersTheActiveOneOfTwoObjectsWithOneId() throws IOException {
        Reading read = sample("enterprise-attack.json");

        assertThat(read.items()).filteredOn(each -> each.urn().id().equals("T1078")).hasSize(1);
        FeedItem kept = read.item(ATTACK + "T1078");
        assertThat(kept.title()).isEqualTo("Valid Accounts");
        assertThat(kept.retired()).isFalse();
        assertThat(read.links(ATTACK + "M1036")).containsExactly("mitigates T1078");
    }

    @Test
    void keepsTheObjectUnchangedAndFillsTheSearchText() throws IOException {
        FeedItem group = sample("enterprise-attack.json").item(ATTACK + "G0016");

        assertThat(group.content().path("type").stringValue()).isEqualTo("intrusion-set");
        assertThat(group.content().path("aliases")).hasSize(3);
        assertThat(group.searchText()).contains("patient intrusions", "Cozy Bear");
        assertThat(group.revision()).isEqualTo("2025-04-15T19:58:31.000Z");
        assertThat(group.retired()).isFalse();
    }

    @Test
    void retiresRevokedAndDeprecatedObjects() throws IOException {
        Reading read = sample("enterprise-attack.json");

        assertThat(read.items())
                .filteredOn(FeedItem::retired)
                .extracting(each -> each.urn().id())
                .containsExactlyInAnyOrder("T1086", "DS0017");
    }

    @Test
    void acceptsAnyWhitespaceAndOrderOfKeys() throws IOException {
        String text = Files.readString(Reading.sample("attack/ics-attack.json"));
        JsonMapper mapper = new JsonMapper();
        String pretty = mapper.readTree(text).toPrettyString().replace("\n", "\r\n");
        String sorted =
                """
                {"id":"bundle--1","objects":[%s],"type":"bundle"}\
                """
                        .formatted(technique("T1", "\"kill_chain_phases\":[%s]".formatted(PHASE)));

        assertThat(read(pretty).items()).hasSize(3);
        assertThat(read("\ufeff" + text).items()).hasSize(3);
        assertThat(read(sorted).edition().catalogue()).isEqualTo("attack-mobile");
    }

    @Test
    void findsTheDomainByReferencesIfNothingElseNamesIt() throws IOException {
        String technique = technique("T1", "\"x\":1").replace("mitre-attack", "mitre-ics-attack");

        assertThat(read(bundle(technique)).edition().catalogue()).isEqualTo("attack-ics");
    }

    @Test
    void reportsInvalidRecordsAndContinues() throws IOException {
        Reading read =
                read(
                        bundle(
                                technique("T1", "\"x\":1"),
                                "12",
                                "{\"id\":\"x--1\"}",
                                "{\"type\":\"tool\",\"id\":\"tool--2\",\"name\":\"t\"}",
                                technique("X", "\"x\":1"),
                                technique("T2", "\"name\":7"),
                                technique("T3", "\"revoked\":\"yes\""),
                                technique("T4", "\"x\":1")));

        assertThat(read.items()).extracting(each -> each.urn().id()).containsExactly("T1", "T4");
        assertThat(read.wrong())
                .containsExactly(
                        "object '': expected an object, found 12",
                        "object 'x--1': expected a text in 'type', found none",
                        "tool--2: expected an external reference of one of mitre-attack,"
                                + " mitre-mobile-attack, mitre-ics-attack with an id such as"
                                + " T1059.001, found none",
                        "attack-pattern--X: expected an external reference of one of mitre-attack,"
                                + " mitre-mobile-attack, mitre-ics-attack with an id such as"
                                + " T1059.001, found X",
                        "technique T2: expected a text in 'name', found 7",
                        "technique T3: expected true or false in 'revoked', found \"yes\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html><body>not found</body></html>",
                "[1, 2]",
                "{}",
                "{\"objects\": 3",
                "{\"type\":\"bundle\",\"objects\":[]}",
                "{\"type\":\"bundle\",\"objects\":[{\"type\":\"attack-pattern\",\"id\":\"a--1\","
                        + "\"external_references\":[{\"source_name\":\"capec\","
                        + "\"external_id\":\"CAPEC-1\"}]}]}",
                "\u0089PNG\r\n\u001a\n\u0000\u0000",
            })
    void recognisesNothingElse(String text) throws IOException {
        assertThat(Reading.recognisedBy(AttackFormats.all(), file(text))).isEmpty();
    }

    @Test
    void reportsWhereABundleIsTruncated() throws IOException {
        String whole = Files.readString(Reading.sample("attack/ics-attack.json"));
        Path cut = file(whole.substring(0, whole.length() - 200));
        Path unclosed = file(whole.stripTrailing().substring(0, whole.length() - 3));

        assertThatThrownBy(() -> Reading.of(AttackFormats.all(), cut))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(
                        cut + ": expected JSON, found something else at line 9, column ")
                .hasMessageContaining("(record 4 of 'objects'): Unexpected end-of-input");
        assertThatThrownBy(() -> Reading.of(AttackFormats.all(), unclosed))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("Unexpected end-of-input");
    }

    @Test
    void reportsATruncatedGzipFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 200; i++) {
                Files.copy(Reading.sample("attack/enterprise-attack.json"), gzip);
            }
        }
        Path cut = directory.resolve("cut.json.gz");
        Files.write(cut, Arrays.copyOf(bytes.toByteArray(), 3_000));

        assertThatThrownBy(() -> Reading.of(AttackFormats.all(), cut))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(cut + " is truncated: its compressed data ends after ");
    }

    private static final String PHASE =
            "{\"kill_chain_name\":\"mitre-mobile-attack\",\"phase_name\":\"impact\"}";

    private static String bundle(String... objects) {
        return """
        {"type":"bundle","id":"bundle--1","objects":[%s]}\
        """
                .formatted(String.join(",", objects));
    }

    private static String technique(String id, String more) {
        String name = more.startsWith("\"name\"") ? "" : "\"name\":\"A name\",";
        return """
        {"type":"attack-pattern","id":"attack-pattern--%s",%s
         "external_references":[{"source_name":"mitre-attack","external_id":"%s"}],%s}\
        """
                .formatted(id, name, id, more);
    }

    private Reading read(String text) throws IOException {
        return Reading.of(AttackFormats.all(), file(text));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "document", ""), text);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(AttackFormats.all(), Reading.sample("attack/" + name));
    }
}
