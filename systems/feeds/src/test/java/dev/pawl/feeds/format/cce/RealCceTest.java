package dev.pawl.feeds.format.cce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.ssg.SsgFormats;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Counts and facts of the list of NIST, determined by an independent script.
@Tag("long")
final class RealCceTest {
    private static final String CCE = "v2e::nist::cce::";

    @Test
    void readsTheCombinedList() throws IOException {
        Reading read = real("cce-COMBINED-5.20220713.xlsx");

        assertThat(read.edition()).isEqualTo(new Edition("cce", "", "2022-06-01T20:29:23Z", false));
        assertThat(read.items()).hasSize(15_721);
        assertThat(read.items().stream().map(FeedItem::urn).distinct()).hasSize(15_721);
        assertThat(read.items().stream().mapToInt(each -> platforms(each).size()).sum())
                .isEqualTo(15_781);
        assertThat(read.items().stream().filter(each -> Set.copyOf(platforms(each)).size() > 1))
                .hasSize(54);
        assertThat(sheets(read))
                .hasSize(44)
                .containsAllEntriesOf(
                        Map.of(
                                "office2010", 2_020L,
                                "ie8", 1_437L,
                                "win2k8r2", 1_130L,
                                "rhel7", 868L,
                                "rhel8", 701L,
                                "win7", 612L,
                                "winxp", 599L,
                                "win2k", 591L,
                                "rhel6", 572L,
                                "exchange2007", 66L))
                .containsAllEntriesOf(
                        Map.of(
                                "macOSBigSur", 293L,
                                "macOSMonterey", 297L,
                                "firefox", 2L,
                                "rhosp13", 2L));
        assertThat(distinctIn(read, "macOSBigSur")).isEqualTo(288);
        assertThat(distinctIn(read, "macOSMonterey")).isEqualTo(296);
        assertThat(read.wrong())
                .containsExactly(
                        "sheet SLES15-DISA-STIG, row 92: expected an identifier such as"
                                + " CCE-80857-6, found ''");
        assertFacts(read);
        assertThat(knownOfRhel8(read)).isEqualTo(697);
    }

    @Test
    void readsConversionsOfOthers() throws IOException {
        Reading firefox = real("konstruktoid-firefox.csv");
        Reading rhel8 = real("konstruktoid-rhel8.csv");

        assertThat(firefox.wrong()).isEmpty();
        assertThat(firefox.items())
                .extracting(each -> each.urn().id())
                .containsExactly("CCE-82057-1", "CCE-82056-3");
        assertThat(rhel8.wrong()).isEmpty();
        assertThat(rhel8.items()).hasSize(701);
        assertThat(rhel8.item(CCE + "CCE-80857-6").title())
                .isEqualTo("Verify File Hashes with RPM");
    }

    @Test
    void leavesTheOtherFilesAlone() throws IOException {
        assertThat(
                        Reading.recognisedBy(
                                CceFormats.all(), RealData.require("cce/konstruktoid-rhel8.json")))
                .isEmpty();
    }

    private static void assertFacts(Reading read) {
        assertThat(read.item(CCE + "CCE-80857-6").title()).isEqualTo("Verify File Hashes with RPM");
        assertThat(platforms(read.item(CCE + "CCE-80857-6"))).containsExactly("rhel8");
        assertThat(read.item(CCE + "CCE-5843-8").title())
                .isEqualTo("The ftp login banner should be set appropriately.");
        assertThat(platforms(read.item(CCE + "CCE-5843-8"))).containsExactly("aix5.3");
        assertThat(read.item(CCE + "CCE-82056-3").title())
                .isEqualTo("The DoD Root Certificate Exists");
        FeedItem deprecated = read.item(CCE + "CCE-4909-8");
        assertThat(deprecated.title()).isEqualTo("DEPRECATED.");
        assertThat(platforms(deprecated)).containsExactly("aix5.3", "solaris9");
        assertThat(deprecated.retired()).isTrue();
    }

    private static List<String> platforms(FeedItem item) {
        return item.content().path("platforms").values().stream()
                .map(each -> each.path("name").stringValue())
                .toList();
    }

    private static Map<String, Long> sheets(Reading read) {
        return read.items().stream()
                .flatMap(each -> platforms(each).stream())
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    }

    private static long distinctIn(Reading read, String sheet) {
        return read.items().stream().filter(each -> platforms(each).contains(sheet)).count();
    }

    /// How many of the identifiers of the rules of RHEL 8 the list has.
    private static long knownOfRhel8(Reading read) throws IOException {
        Set<Urn> known = new HashSet<>(read.items().stream().map(FeedItem::urn).toList());
        Reading table =
                Reading.of(
                        SsgFormats.all(), RealData.require("ssg/tables/table-rhel8-cces.html.gz"));
        Stream<Urn> named = table.links("table", "identifier").map(ItemLink::to);
        return named.filter(known::contains).count();
    }

    private static Reading real(String name) throws IOException {
        return Reading.of(CceFormats.all(), RealData.require("cce/" + name));
    }
}
