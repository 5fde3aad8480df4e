package dev.pawl.feeds.format.ssg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Counts and facts of the guides in Debian packages, determined by an independent script.
@Tag("long")
final class RealSsgTest {
    private static final String SSG = "v2e::nist::ssg::";
    private static final String FIRST = "Prefer to use a 64-bit Operating System when supported";
    private static final String RHEL8_PROFILES =
            "anssi_bp28_enhanced 171, anssi_bp28_high 184, anssi_bp28_intermediary 160,"
                    + " anssi_bp28_minimal 43, cis 309, cis_server_l1 242, cis_workstation_l1 239,"
                    + " cis_workstation_l2 306, cjis 105, cui 210, e8 98, hipaa 137, ism_o 151,"
                    + " ospp 210, pci-dss 125, rht-ccp 71, standard 57, stig 389, stig_gui 386";
    private static final String DEBIAN11_PROFILES =
            "anssi_np_nt28_average 45, anssi_np_nt28_high 50, anssi_np_nt28_minimal 24,"
                    + " anssi_np_nt28_restrictive 49, standard 44";

    @ParameterizedTest
    @CsvSource({
        // product, rules, groups, profiles, values, idents, high, medium, low, unknown
        "ubuntu2204, 592 250 5 452 0, 33 486 46 27",
        "firefox, 35 2 1 2 2, 1 33 1 0",
        "chromium, 37 1 1 7 0, 0 0 0 37",
    })
    void readsDataStreams(String product, String counts, String severities) throws IOException {
        Reading read = dataStream(product);

        assertCounts(read, counts, severities);
        assertThat(read.edition())
                .isEqualTo(new Edition("ssg-" + product, "0.1.65", "2022-12-21", false));
    }

    @Test
    void readsTheDataStreamOfRhel8() throws IOException {
        Reading read = dataStream("rhel8");

        assertCounts(read, "1520 250 19 452 1030", "75 1212 113 120");
        assertThat(selected(read)).isEqualTo(wanted(RHEL8_PROFILES));
        assertThat(read.items().getFirst().title()).isEqualTo(FIRST);
        assertThat(
                        read.kind("rule")
                                .mapToInt(each -> each.content().path("reference").size())
                                .sum())
                .isEqualTo(44_215);
        assertThat(fixes(read))
                .isEqualTo(
                        Map.of(
                                "sh", 1_202L,
                                "ansible", 1_158L,
                                "puppet", 178L,
                                "kubernetes", 168L,
                                "urn:redhat:osbuild:blueprint", 147L,
                                "urn:redhat:anaconda:pre", 140L));
    }

    @Test
    void readsTheDataStreamOfDebian11() throws IOException {
        Reading read = dataStream("debian11");

        assertCounts(read, "355 250 5 452 0", "20 285 32 18");
        assertThat(selected(read)).isEqualTo(wanted(DEBIAN11_PROFILES));
        assertThat(read.item(SSG + "rule-debian11-prefer_64bit_os").title()).isEqualTo(FIRST);
    }

    @ParameterizedTest
    @CsvSource({
        "rhel8, cis, 309",
        "rhel8, ospp, 210",
        "rhel8, e8, 98",
        "rhel8, standard, 57",
        "debian11, anssi_np_nt28_average, 45",
        "debian11, anssi_np_nt28_high, 50",
        "debian11, anssi_np_nt28_minimal, 24",
        "debian11, anssi_np_nt28_restrictive, 49",
        "debian11, standard, 44",
        "firefox, stig, 33",
    })
    void readsGuides(String product, String profile, int rules) throws IOException {
        Reading read = real("guides/ssg-%s-guide-%s.html.gz".formatted(product, profile));

        assertThat(read.edition())
                .isEqualTo(
                        new Edition(
                                "ssg-guide-%s-%s".formatted(product, profile),
                                "0.1.65",
                                "2022-12-21",
                                false));
        assertThat(read.links("guide", "member")).hasSize(rules);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rhel8", "debian11", "firefox"})
    void findsNothingInIndexes(String product) throws IOException {
        assertThat(
                        Reading.recognisedBy(
                                SsgFormats.all(),
                                RealData.require(
                                        "ssg/guides/ssg-%s-guide-index.html.gz"
                                                .formatted(product))))
                .isEmpty();
    }

    @Test
    void readsTables() throws IOException {
        Reading cces = real("tables/table-rhel8-cces.html.gz");
        Reading nist = real("tables/table-rhel8-nistrefs.html.gz");
        Reading stig = real("tables/table-rhel8-stig.html.gz");

        assertThat(cces.links("table", "identifier")).hasSize(1_030);
        assertThat(cces.items().getFirst().content().path("rows").intValue()).isEqualTo(1_520);
        assertThat(nist.items().getFirst().urn().id())
                .isEqualTo("table-rhel8-rules-with-nist-800-53-reference");
        assertThat(stig.links("table", "member"))
                .anyMatch(link ->
                        link.to().id().equals("rule-rhel8-installed_OS_is_vendor_supported"));
    }

    private static void assertCounts(Reading read, String counts, String severities) {
        assertThat(read.wrong()).isEmpty();
        assertThat(read.kind("benchmark")).hasSize(1);
        assertThat(
                        "%d %d %d %d %d"
                                .formatted(
                                        read.kind("rule").count(),
                                        read.kind("group").count(),
                                        read.kind("profile").count(),
                                        read.kind("value").count(),
                                        read.links("rule", "identifier").count()))
                .isEqualTo(counts);
        Map<String, Long> found =
                read.kind("rule")
                        .map(each -> each.content().path("severity").stringValue())
                        .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
        assertThat(
                        Arrays.asList("high", "medium", "low", "unknown").stream()
                                .map(each -> found.getOrDefault(each, 0L).toString())
                                .collect(Collectors.joining(" ")))
                .isEqualTo(severities);
    }

    private static Map<String, Long> selected(Reading read) {
        Map<String, Long> counts = new TreeMap<>();
        for (FeedItem profile : read.kind("profile").toList()) {
            String name = profile.urn().id().replaceFirst("profile-[a-z0-9]+-", "");
            counts.put(name, (long) profile.links().size());
        }
        return counts;
    }

    private static Map<String, Long> wanted(String profiles) {
        Map<String, Long> counts = new TreeMap<>();
        for (String each : profiles.split(", ", -1)) {
            String[] words = each.split(" ", -1);
            counts.put(words[0], Long.parseLong(words[1]));
        }
        return counts;
    }

    private static Map<String, Long> fixes(Reading read) {
        return read.kind("rule")
                .flatMap(each -> each.content().path("fixes").values().stream())
                .collect(Collectors.groupingBy(each -> each.stringValue(), Collectors.counting()));
    }

    private static Reading dataStream(String product) throws IOException {
        return real("datastreams/ssg-%s-ds.xml.gz".formatted(product));
    }

    private static Reading real(String name) throws IOException {
        return Reading.of(SsgFormats.all(), RealData.require("ssg/" + name));
    }
}
