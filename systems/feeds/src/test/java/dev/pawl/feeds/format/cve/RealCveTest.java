package dev.pawl.feeds.format.cve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Counts and facts of a day of NVD, determined by an independent script. The pages are read once.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RealCveTest {
    private final Map<String, FeedItem> items = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<Edition> editions = new ArrayList<>();
    private int records;

    @BeforeAll
    void readAllPages() throws IOException {
        Path pages = RealData.require("cve/pages");
        try (Stream<Path> files = Files.list(pages)) {
            for (Path file : files.sorted().toList()) {
                Reading read = Reading.of(CveFormats.all(), file);
                editions.add(read.edition());
                wrong.addAll(read.wrong());
                records += read.items().size();
                read.items().forEach(each -> items.put(each.urn().id(), each));
            }
        }
    }

    @AfterAll
    void releaseMemory() {
        items.clear();
    }

    @Test
    void readsEveryRecordOnce() throws NoSuchAlgorithmException {
        assertThat(wrong).isEmpty();
        assertThat(records).isEqualTo(22_825);
        assertThat(editions)
                .hasSize(12)
                .containsOnly(new Edition("nvd", "2.0", "2026-03-12T07:00:00.000", true));
        byte[] ids = String.join("\n", items.keySet()).getBytes(UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(ids);
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("eb9145c2c1d0064cd72225792abb35fb7ec769cc61480b4517e74e9eb3db8936");
    }

    @Test
    void countsThemByYearAndStatus() {
        assertThat(count(item -> item.urn().id().substring(4, 8)))
                .isEqualTo(
                        Map.of(
                                "1999", 1_579L, "2000", 1_242L, "2001", 1_556L, "2002", 2_393L,
                                "2003", 1_555L, "2004", 2_707L, "2005", 4_769L, "2026", 7_024L));
        assertThat(count(item -> text(item, "published").substring(0, 4)))
                .containsEntry("1988", 2L)
                .containsEntry("1999", 923L)
                .containsEntry("2005", 5_009L)
                .containsEntry("2026", 7_024L);
        assertThat(count(item -> text(item, "vulnStatus")))
                .isEqualTo(
                        Map.of(
                                "Deferred", 15_418L,
                                "Analyzed", 3_771L,
                                "Awaiting Analysis", 2_249L,
                                "Rejected", 599L,
                                "Modified", 293L,
                                "Undergoing Analysis", 279L,
                                "Received", 216L));
        assertThat(items.values()).filteredOn(FeedItem::retired).hasSize(599);
    }

    @Test
    void countsMetricsReferencesAndConfigurations() {
        assertThat(having("metrics", "cvssMetricV2")).isEqualTo(16_380);
        assertThat(having("metrics", "cvssMetricV30")).isEqualTo(156);
        assertThat(having("metrics", "cvssMetricV31")).isEqualTo(6_317);
        assertThat(having("metrics", "cvssMetricV40")).isEqualTo(2_582);
        assertThat(items.values()).filteredOn(each -> at(each, "metrics").isEmpty()).hasSize(870);
        assertThat(items.values())
                .filteredOn(each -> !at(each, "configurations").isEmpty())
                .hasSize(19_372);
        assertThat(items.values().stream().mapToInt(each -> at(each, "references").size()).sum())
                .isEqualTo(168_580);
        assertThat(items.values().stream().mapToInt(RealCveTest::matches).sum()).isEqualTo(118_259);
        assertThat(items.values()).filteredOn(each -> speaks(each, "en")).hasSize(22_825);
        assertThat(items.values()).filteredOn(each -> speaks(each, "es")).hasSize(8_448);
    }

    @Test
    void linksToWeaknesses() {
        Map<String, Long> weaknesses =
                items.values().stream()
                        .flatMap(each -> each.links().stream())
                        .peek(link -> assertThat(link.relation()).isEqualTo("weakness"))
                        .collect(groupingBy(link -> link.to().id(), counting()));
        assertThat(weaknesses)
                .hasSize(370)
                .containsEntry("CWE-79", 988L)
                .containsEntry("CWE-89", 488L)
                .containsEntry("CWE-119", 453L)
                .containsEntry("CWE-862", 429L);
    }

    @Test
    void keepsScores() {
        Map<Double, Long> scores =
                items.values().stream()
                        .map(RealCveTest::score)
                        .collect(groupingBy(score -> score, TreeMap::new, counting()));
        assertThat(((TreeMap<Double, Long>) scores).lastEntry()).isEqualTo(Map.entry(10.0, 1_355L));
        assertThat(items.values())
                .filteredOn(each -> best(each, "cvssMetricV31") == 10.0)
                .hasSize(45)
                .extracting(each -> each.urn().id())
                .startsWith("CVE-2026-0881", "CVE-2026-1633", "CVE-2026-1699", "CVE-2026-20079");
        assertThat(score(items.get("CVE-2026-0544"))).isEqualTo(6.9);
        assertThat(score(items.get("CVE-2005-2096"))).isEqualTo(7.5);
        assertThat(score(items.get("CVE-2002-0649"))).isEqualTo(7.5);
    }

    @Test
    void keepsTitlesAndTimesOfChange() {
        FeedItem first = items.get("CVE-1999-0095");
        assertThat(first.title())
                .isEqualTo(
                        "The debug command in Sendmail is enabled, allowing attackers to execute"
                                + " commands as root.");
        assertThat(text(first, "published")).isEqualTo("1988-10-01T04:00:00.000");
        assertThat(first.searchText()).contains("El comando de depuración de Sendmail");
        assertThat(items).containsKey("CVE-2002-20001");
        List<String> revisions = items.values().stream().map(FeedItem::revision).sorted().toList();
        assertThat(revisions.getFirst()).isEqualTo("2023-11-07T01:54:53.530");
        assertThat(revisions.getLast()).isEqualTo("2026-03-12T06:16:32.167");
        assertThat(items.values()).isNotEmpty().allMatch(each -> each.title().length() <= 120);
        assertThat(items.get("CVE-2026-21385").content().toString().getBytes(UTF_8))
                .hasSizeBetween(99_000, 100_000);
    }

    @Test
    void agreesWithTheKevCatalogue() throws IOException {
        Reading kev = read("cve/cisa-known_exploited_vulnerabilities.json.gz");
        assertThat(kev.wrong()).isEmpty();
        assertThat(kev.edition())
                .isEqualTo(new Edition("kev", "2026.03.13", "2026-03-13T16:38:24.564Z", false));
        assertThat(kev.items()).hasSize(1_542);
        List<String> exploited =
                kev.links("known-exploited", "exploits")
                        .map(link -> link.to().id())
                        .filter(items::containsKey)
                        .toList();
        assertThat(items.values())
                .filteredOn(each -> each.content().has("cisaExploitAdd"))
                .extracting(each -> each.urn().id())
                .hasSize(27)
                .containsExactlyInAnyOrderElementsOf(exploited);
    }

    @Test
    void findsWhatADayChanged() throws IOException {
        Reading next = read("cve/incremental/nvdcve-2.0-2026@2026-03-13T03.json.gz");
        assertThat(next.wrong()).isEmpty();
        assertThat(next.items()).hasSize(7_120);
        Map<String, FeedItem> target = byId(next);
        Map<String, FeedItem> base =
                items.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("CVE-2026-"))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        List<FeedItem> changed =
                base.values().stream()
                        .filter(each ->
                                !target.get(each.urn().id()).content().equals(each.content()))
                        .toList();

        assertThat(target.keySet()).filteredOn(id -> !base.containsKey(id)).hasSize(96);
        assertThat(target.keySet()).containsAll(base.keySet());
        assertThat(changed)
                .hasSize(462)
                .filteredOn(each -> target.get(each.urn().id()).revision().equals(each.revision()))
                .hasSize(133);
    }

    @Test
    void mergesAFeedOfChanges() throws IOException {
        Reading modified = read("cve/incremental/nvdcve-2.0-modified@2026-03-13T08.json.gz");
        assertThat(modified.wrong()).isEmpty();
        assertThat(modified.items()).hasSize(2_670);
        assertThat(modified.edition().stamp()).startsWith("2026-03-13T08:00:0");
        assertThat(modified.items())
                .filteredOn(each -> each.urn().id().startsWith("CVE-2026-"))
                .hasSize(1_994);
        List<FeedItem> known =
                modified.items().stream()
                        .filter(each -> items.containsKey(each.urn().id()))
                        .toList();
        assertThat(known)
                .filteredOn(each -> each.revision().compareTo(base(each).revision()) < 0)
                .isEmpty();
        assertThat(known.stream().filter(each -> each.content().equals(base(each).content())))
                .extracting(each -> each.urn().id())
                .hasSize(1_436)
                .filteredOn(id -> id.startsWith("CVE-2026-"))
                .hasSize(1_435);
    }

    private FeedItem base(FeedItem item) {
        return items.get(item.urn().id());
    }

    private Map<String, Long> count(Function<FeedItem, String> by) {
        return items.values().stream().collect(groupingBy(by, counting()));
    }

    private long having(String field, String within) {
        return items.values().stream()
                .filter(each -> !at(each, field).path(within).isEmpty())
                .count();
    }

    private static JsonNode at(FeedItem item, String field) {
        return item.content().path(field);
    }

    private static String text(FeedItem item, String field) {
        return at(item, field).stringValue("");
    }

    private static int matches(FeedItem item) {
        int matches = 0;
        for (JsonNode configuration : at(item, "configurations")) {
            for (JsonNode node : configuration.path("nodes")) {
                matches += node.path("cpeMatch").size();
            }
        }
        return matches;
    }

    private static boolean speaks(FeedItem item, String language) {
        return at(item, "descriptions")
                .valueStream()
                .anyMatch(each -> each.path("lang").stringValue("").equals(language));
    }

    private static double score(FeedItem item) {
        return Stream.of("cvssMetricV40", "cvssMetricV31", "cvssMetricV30", "cvssMetricV2")
                .filter(each -> !at(item, "metrics").path(each).isEmpty())
                .findFirst()
                .map(each -> best(item, each))
                .orElse(0.0);
    }

    private static double best(FeedItem item, String metric) {
        return at(item, "metrics")
                .path(metric)
                .valueStream()
                .mapToDouble(each -> each.path("cvssData").path("baseScore").doubleValue(0))
                .max()
                .orElse(0);
    }

    private static Map<String, FeedItem> byId(Reading reading) {
        return reading.items().stream()
                .collect(Collectors.toMap(each -> each.urn().id(), each -> each));
    }

    private static Reading read(String file) throws IOException {
        return Reading.of(CveFormats.all(), RealData.require(file));
    }
}
