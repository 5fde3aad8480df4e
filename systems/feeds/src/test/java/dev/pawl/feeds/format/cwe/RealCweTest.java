package dev.pawl.feeds.format.cwe;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.JsonTypes;
import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Counts and facts of CWE 4.15, determined by an independent script. The document is read once.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RealCweTest {
    private static final String CWE = "v2e::mitre::cwe::";

    private Reading read;

    @BeforeAll
    void readIt() throws IOException {
        read = Reading.of(CweFormats.all(), RealData.require("cwe/cwec_v4.15.xml.gz"));
    }

    @Test
    void readsEveryEntry() {
        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition()).isEqualTo(new Edition("cwe", "4.15", "2024-07-16", false));
        assertThat(count(FeedItem::kind))
                .isEqualTo(Map.of("weakness", 964L, "category", 409L, "view", 54L));
        assertThat(read.items()).extracting(FeedItem::urn).doesNotHaveDuplicates();
        assertThat(read.kind("weakness").mapToInt(each -> number(each)).max()).hasValue(1426);
    }

    @Test
    void keepsStatusAndAbstraction() {
        assertThat(weaknesses("Status"))
                .isEqualTo(
                        Map.of(
                                "Incomplete",
                                482L,
                                "Draft",
                                431L,
                                "Stable",
                                26L,
                                "Deprecated",
                                25L));
        assertThat(weaknesses("Abstraction"))
                .isEqualTo(
                        Map.of(
                                "Base", 536L,
                                "Variant", 299L,
                                "Class", 112L,
                                "Pillar", 10L,
                                "Compound", 7L));
        assertThat(read.kind("weakness").filter(FeedItem::retired)).hasSize(25);
    }

    @Test
    void keepsEveryRelationWithItsViewAndLinksEachOnce() {
        Map<String, Long> natures =
                read.kind("weakness")
                        .flatMap(each -> each.content().path("Related_Weaknesses").valueStream())
                        .collect(groupingBy(each -> each.path("Nature").stringValue(), counting()));
        assertThat(natures)
                .isEqualTo(
                        Map.of(
                                "ChildOf", 1_308L,
                                "CanPrecede", 141L,
                                "PeerOf", 92L,
                                "CanAlsoBe", 27L,
                                "Requires", 13L,
                                "StartsWith", 3L));
        assertThat(read.links(CWE + "CWE-787"))
                .filteredOn(link -> link.startsWith("ChildOf"))
                .containsExactly("ChildOf CWE-119");
        assertThat(read.links(CWE + "CWE-89")).contains("ChildOf CWE-943", "ChildOf CWE-74");
    }

    @Test
    void givesEveryFieldOneType() {
        assertThat(JsonTypes.mixed(read.items())).isEmpty();
    }

    @Test
    void linksToPatternsAndVulnerabilities() {
        assertThat(read.links("weakness", "attack-pattern").map(link -> link.to().id()).distinct())
                .hasSize(450);
        assertThat(
                        read.kind("weakness")
                                .mapToInt(each -> each.content().path("Observed_Examples").size())
                                .sum())
                .isEqualTo(2_982);
        assertThat(
                        read.kind("weakness")
                                .flatMap(each ->
                                        each.content().path("Observed_Examples").valueStream())
                                .map(each -> each.path("Reference").stringValue())
                                .distinct())
                .hasSize(2_046);
        assertThat(read.links("weakness", "observed-example"))
                .isNotEmpty()
                .allMatch(link -> link.to().id().startsWith("CVE-"));
        assertThat(read.links("view", "member")).isNotEmpty();
        assertThat(read.links("category", "member")).isNotEmpty();
    }

    @Test
    void hasTheKnownFactsOfCrossSiteScripting() {
        FeedItem item = read.item(CWE + "CWE-79");
        assertThat(item.title())
                .isEqualTo(
                        "Improper Neutralization of Input During Web Page Generation ('Cross-site"
                                + " Scripting')");
        assertThat(item.content().path("Abstraction").stringValue()).isEqualTo("Base");
        assertThat(item.content().path("Status").stringValue()).isEqualTo("Stable");
        assertThat(item.links())
                .filteredOn(link -> link.relation().equals("attack-pattern"))
                .hasSize(6);
        assertThat(read.links(CWE + "CWE-79")).contains("ChildOf CWE-74", "PeerOf CWE-352");
        assertThat(item.searchText())
                .contains("There are three main kinds of XSS:\n- Type 1: Reflected XSS")
                .contains("HTML Injection");
        assertThat(item.content().path("References").valueStream())
                .isNotEmpty()
                .allMatch(each -> each.has("Title") && each.has("External_Reference_ID"));
    }

    @Test
    void hasTheKnownFactsOfOthers() {
        assertThat(read.item(CWE + "CWE-787").title()).isEqualTo("Out-of-bounds Write");
        assertThat(read.item(CWE + "CWE-1004").title())
                .isEqualTo("Sensitive Cookie Without 'HttpOnly' Flag");
        assertThat(read.links(CWE + "CWE-1004")).contains("ChildOf CWE-732");
        assertThat(read.item(CWE + "CWE-1000").kind()).isEqualTo("view");
    }

    @Test
    void readsTheSampleThatWasCutFromIt() throws IOException {
        Reading sample = Reading.of(CweFormats.all(), RealData.require("smoke/cwec-sample.xml"));
        assertThat(sample.wrong()).isEmpty();
        assertThat(sample.kind("weakness")).hasSize(23);
        for (FeedItem each : sample.kind("weakness").toList()) {
            FeedItem whole = read.item(each.urn().toString());
            assertThat(each.searchText()).isEqualTo(whole.searchText());
            assertThat(each.links()).isEqualTo(whole.links());
        }
    }

    private static int number(FeedItem item) {
        return Integer.parseInt(item.urn().id().substring("CWE-".length()));
    }

    private Map<String, Long> weaknesses(String attribute) {
        return read.kind("weakness")
                .collect(
                        groupingBy(
                                each -> each.content().path(attribute).stringValue(), counting()));
    }

    private Map<String, Long> count(Function<FeedItem, String> by) {
        return read.items().stream().collect(groupingBy(by, counting()));
    }
}
