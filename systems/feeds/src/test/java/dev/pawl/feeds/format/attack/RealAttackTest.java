package dev.pawl.feeds.format.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Counts and facts of the bundles of MITRE, determined by an independent script.
@Tag("long")
final class RealAttackTest {
    private static final String ATTACK = "v2e::mitre::attack::";

    @Test
    void readsTheEnterpriseDomain() throws IOException {
        Reading read = real("enterprise-attack-18.1.stix20.json.gz");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("attack-enterprise", "", "2025-11-12T22:03:39.105Z", false));
        assertThat(count(read, false))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("technique", 216L),
                                Map.entry("sub-technique", 475L),
                                Map.entry("tactic", 14L),
                                Map.entry("group", 172L),
                                Map.entry("software", 784L),
                                Map.entry("campaign", 52L),
                                Map.entry("mitigation", 44L),
                                Map.entry("analytic", 1_739L),
                                Map.entry("detection-strategy", 691L),
                                Map.entry("data-component", 106L)));
        assertThat(count(read, true))
                .isEqualTo(
                        Map.of(
                                "technique", 140L,
                                "sub-technique", 4L,
                                "group", 15L,
                                "software", 3L,
                                "data-source", 38L,
                                "data-component", 3L));
        assertThat(relations(read))
                .containsEntry("uses", 17_270L)
                .containsEntry("mitigates", 1_445L)
                .containsEntry("detects", 691L)
                .containsEntry("subtechnique-of", 477L)
                .containsEntry("revoked-by", 140L)
                .containsEntry("attributed-to", 25L)
                .containsEntry("attack-pattern", 36L);
        assertThat(liveTechniquesPerTactic(read)).isEqualTo(PER_TACTIC);
        assertThat(read.item(ATTACK + "T1078").title()).isEqualTo("Valid Accounts");
        assertThat(read.item(ATTACK + "T1059.001").title()).isEqualTo("PowerShell");
        assertThat(read.item(ATTACK + "T1003").title()).isEqualTo("OS Credential Dumping");
    }

    @Test
    void readsTheIcsDomain() throws IOException {
        Reading read = real("ics-attack-18.1.json.gz");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("attack-ics", "18.1", "2025-11-13T14:00:00.188Z", false));
        assertThat(count(read, false))
                .containsEntry("technique", 83L)
                .doesNotContainKey("sub-technique")
                .containsEntry("tactic", 12L)
                .containsEntry("asset", 18L)
                .containsEntry("campaign", 7L)
                .containsEntry("mitigation", 52L);
        assertThat(count(read, true)).containsEntry("technique", 12L).containsEntry("campaign", 1L);
        assertThat(read.kind("group")).hasSize(16);
        assertThat(read.kind("software")).hasSize(30);
        assertThat(read.item(ATTACK + "T0859").title()).isEqualTo("Valid Accounts");
        assertThat(read.item(ATTACK + "T0800").title()).isEqualTo("Activate Firmware Update Mode");
    }

    @Test
    void readsTheMobileDomain() throws IOException {
        Reading read = real("mobile-attack-17.1.json.gz");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("attack-mobile", "17.1", "2025-05-06T14:00:00.188Z", false));
        assertThat(count(read, false))
                .containsEntry("technique", 75L)
                .containsEntry("sub-technique", 46L)
                .doesNotContainKey("data-component");
        assertThat(read.items())
                .filteredOn(each -> each.kind().endsWith("technique"))
                .hasSize(188)
                .filteredOn(FeedItem::retired)
                .hasSize(53 + 14);
        assertThat(read.kind("tactic")).hasSize(14);
        assertThat(read.kind("group")).hasSize(15);
        assertThat(read.kind("software")).hasSize(117 + 2);
        assertThat(read.kind("campaign")).hasSize(3);
        assertThat(read.kind("mitigation")).hasSize(15);
        assertThat(read.item(ATTACK + "T1404").title())
                .isEqualTo("Exploitation for Privilege Escalation");
    }

    @Test
    void readsTheSampleThatIsClosedInItself() throws IOException {
        Reading read =
                Reading.of(
                        AttackFormats.all(),
                        RealData.require("smoke/enterprise-attack-sample.json"));

        assertThat(read.wrong()).isEmpty();
        assertThat(read.items())
                .filteredOn(each -> each.kind().endsWith("technique"))
                .hasSize(28 + 5 + 3)
                .filteredOn(FeedItem::retired)
                .hasSize(5 + 3);
    }

    private static final Map<String, Long> PER_TACTIC =
            Map.ofEntries(
                    Map.entry("defense-evasion", 215L),
                    Map.entry("persistence", 126L),
                    Map.entry("privilege-escalation", 109L),
                    Map.entry("credential-access", 67L),
                    Map.entry("discovery", 49L),
                    Map.entry("resource-development", 47L),
                    Map.entry("execution", 46L),
                    Map.entry("command-and-control", 45L),
                    Map.entry("reconnaissance", 45L),
                    Map.entry("collection", 41L),
                    Map.entry("impact", 33L),
                    Map.entry("lateral-movement", 23L),
                    Map.entry("initial-access", 22L),
                    Map.entry("exfiltration", 19L));

    private static Map<String, Long> count(Reading read, boolean retired) {
        return read.items().stream()
                .filter(each -> each.retired() == retired)
                .collect(Collectors.groupingBy(FeedItem::kind, Collectors.counting()));
    }

    private static Map<String, Long> relations(Reading read) {
        return read.items().stream()
                .flatMap(each -> each.links().stream())
                .collect(Collectors.groupingBy(link -> link.relation(), Collectors.counting()));
    }

    private static Map<String, Long> liveTechniquesPerTactic(Reading read) {
        Map<String, Long> counts = new TreeMap<>();
        for (FeedItem tactic : read.kind("tactic").toList()) {
            long techniques =
                    read.items().stream()
                            .filter(each -> !each.retired())
                            .flatMap(each -> each.links().stream())
                            .filter(link -> link.relation().equals("tactic"))
                            .filter(link -> link.to().equals(tactic.urn()))
                            .count();
            counts.put(tactic.content().path("x_mitre_shortname").stringValue(), techniques);
        }
        return counts;
    }

    private static Reading real(String name) throws IOException {
        return Reading.of(AttackFormats.all(), RealData.require("attack/" + name));
    }
}
