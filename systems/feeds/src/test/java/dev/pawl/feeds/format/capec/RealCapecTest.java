package dev.pawl.feeds.format.capec;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.JsonTypes;
import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.attack.AttackFormats;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Counts and facts of CAPEC 3.9, determined by an independent script. Documents are read once.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RealCapecTest {
    private static final String CAPEC = "v2e::mitre::capec::";
    private static final String STIX = "capec/stix-capec-v3.9.stix21.json.gz";

    private Reading xml;
    private Reading stix;

    @BeforeAll
    void readThem() throws IOException {
        xml = read("capec/capec_contents_v3.9.xml.gz");
        stix = read(STIX);
    }

    @Test
    void readsEveryEntry() {
        assertThat(xml.wrong()).isEmpty();
        assertThat(xml.edition()).isEqualTo(new Edition("capec", "3.9", "2023-01-24", false));
        assertThat(xml.items().stream().collect(groupingBy(FeedItem::kind, counting())))
                .isEqualTo(Map.of("pattern", 615L, "category", 78L, "view", 13L));
        assertThat(stix.wrong()).isEmpty();
        assertThat(stix.edition()).isEqualTo(new Edition("capec", "3.9", "", false));
        assertThat(stix.items().stream().collect(groupingBy(FeedItem::kind, counting())))
                .isEqualTo(Map.of("pattern", 615L));
        assertThat(xml.edition()).isGreaterThan(stix.edition());
    }

    @Test
    void keepsStatusAndAbstractionInBoth() {
        Map<String, Long> statuses =
                Map.of(
                        "Draft",
                        402L,
                        "Stable",
                        154L,
                        "Deprecated",
                        56L,
                        "Usable",
                        2L,
                        "Obsolete",
                        1L);
        Map<String, Long> abstractions = Map.of("Meta", 77L, "Standard", 197L, "Detailed", 341L);
        assertThat(patterns(xml, "Status")).isEqualTo(statuses);
        assertThat(patterns(stix, "x_capec_status")).isEqualTo(statuses);
        assertThat(patterns(xml, "Abstraction")).isEqualTo(abstractions);
        assertThat(patterns(stix, "x_capec_abstraction")).isEqualTo(abstractions);
        assertThat(xml.kind("pattern").filter(FeedItem::retired)).hasSize(57);
        assertThat(stix.kind("pattern").filter(FeedItem::retired)).hasSize(57);
    }

    @Test
    void linksToWeaknessesAndTechniquesInBoth() {
        // CAPEC-545, 571 and 644 name a weakness or a technique twice.
        assertThat(
                        xml.kind("pattern")
                                .mapToInt(each -> each.content().path("Related_Weaknesses").size())
                                .sum())
                .isEqualTo(1_214);
        for (Reading each : List.of(xml, stix)) {
            assertThat(each.links("pattern", "weakness").count()).isEqualTo(1_212);
            assertThat(targets(each, "weakness")).hasSize(336);
            assertThat(each.links("pattern", "technique").count()).isEqualTo(271);
            assertThat(targets(each, "technique")).hasSize(189).contains("T1513", "T1562.008");
        }
        assertThat(targets(xml, "technique")).isEqualTo(targets(stix, "technique"));
    }

    @Test
    void linksPatternsToEachOther() {
        assertThat(xml.links("pattern", "ChildOf").count()).isEqualTo(533);
        assertThat(xml.links("pattern", "CanPrecede").count()).isEqualTo(162);
        assertThat(xml.links("pattern", "PeerOf").count()).isEqualTo(19);
        assertThat(xml.links("pattern", "CanFollow").count()).isEqualTo(10);
        assertThat(xml.links("pattern", "CanAlsoBe").count()).isEqualTo(3);
        assertThat(stix.links("pattern", "ChildOf").count()).isEqualTo(533);
        for (FeedItem each : stix.items()) {
            assertThat(parents(each)).isEqualTo(parents(xml.item(each.urn().toString())));
        }
    }

    @Test
    void givesEveryFieldOneType() {
        assertThat(JsonTypes.mixed(xml.items())).isEmpty();
    }

    @Test
    void hasTheKnownFacts() {
        for (Reading each : List.of(xml, stix)) {
            assertThat(each.item(CAPEC + "CAPEC-66").title()).isEqualTo("SQL Injection");
            assertThat(each.links(CAPEC + "CAPEC-66"))
                    .contains("ChildOf CAPEC-248", "weakness CWE-89", "weakness CWE-1286");
            assertThat(each.links(CAPEC + "CAPEC-63"))
                    .contains("weakness CWE-79", "weakness CWE-20");
            assertThat(each.item(CAPEC + "CAPEC-1").links())
                    .filteredOn(link -> link.relation().equals("weakness"))
                    .hasSize(16);
            assertThat(each.item(CAPEC + "CAPEC-66").searchText()).contains("SQL statements");
        }
        FeedItem sql = xml.item(CAPEC + "CAPEC-66");
        assertThat(sql.content().path("Typical_Severity").stringValue()).isEqualTo("High");
        assertThat(sql.content().path("Mitigations")).hasSize(3);
        assertThat(stix.item(CAPEC + "CAPEC-66").content().path("mitigations")).hasSize(3);
        assertThat(
                        stix.items().stream()
                                .mapToInt(each -> each.content().path("mitigations").size())
                                .sum())
                .isEqualTo(1_182);
    }

    @Test
    void isNotConfusedWithAttack() throws IOException {
        assertThat(Reading.recognisedBy(AttackFormats.all(), RealData.require(STIX))).isEmpty();
        assertThat(
                        Reading.recognisedBy(
                                CapecFormats.all(),
                                RealData.require("attack/enterprise-attack-18.1.stix20.json.gz")))
                .isEmpty();
    }

    @Test
    void readsTheSampleThatWasCutFromIt() throws IOException {
        Reading sample = read("smoke/capec-sample.xml");
        assertThat(sample.wrong()).isEmpty();
        assertThat(sample.kind("pattern")).hasSize(15);
    }

    private static Map<String, Long> patterns(Reading reading, String field) {
        return reading.kind("pattern")
                .collect(groupingBy(each -> each.content().path(field).stringValue(), counting()));
    }

    private static Set<String> targets(Reading reading, String relation) {
        Set<String> targets = new TreeSet<>();
        reading.links("pattern", relation).forEach(link -> targets.add(link.to().id()));
        return targets;
    }

    private static List<ItemLink> parents(FeedItem item) {
        return item.links().stream().filter(each -> each.relation().equals("ChildOf")).toList();
    }

    private static Reading read(String file) throws IOException {
        return Reading.of(CapecFormats.all(), RealData.require(file));
    }
}
