package dev.pawl.feeds.format.cve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Counts and facts of the current feeds of NVD and of those before 2023.
@Tag("long")
final class RealFeedsTest {
    @ParameterizedTest
    @CsvSource({
        "feeds-2.0/nvdcve-2.0-2003, 1555, 2.0, 2025-05-23T03:01:42.136",
        "incremental/nvdcve-2.0-modified@2026-03-12T08, 2664, 2.0, 2026-03-12T08:00:01.283",
        "feeds-1.1/nvdcve-1.1-modified, 1229, 1.1, 2022-03-24T10:00:00.000",
        "feeds-1.1/nvdcve-1.1-recent, 574, 1.1, 2022-03-24T10:00:00.000",
    })
    void readsEveryRecord(String name, int records, String version, String stamp)
            throws IOException {
        Reading read = read(name);
        assertThat(read.wrong()).isEmpty();
        assertThat(read.items()).hasSize(records);
        assertThat(read.edition()).isEqualTo(new Edition("nvd", version, stamp, true));
    }

    @Test
    void readsAYearEquallyInBothVersions() throws IOException {
        Map<String, FeedItem> old = byId(read("feeds-1.1/nvdcve-1.1-2003"));
        Map<String, FeedItem> today = byId(read("feeds-2.0/nvdcve-2.0-2003"));

        assertThat(old).hasSize(1_550);
        assertThat(today).hasSize(1_555);
        assertThat(today.keySet()).containsAll(old.keySet());
        assertThat(old.values().stream().filter(FeedItem::retired)).hasSize(50);
        assertThat(today.values().stream().filter(FeedItem::retired)).hasSize(51);
        assertThat(highest(old.get("CVE-2003-1605"))).isEqualTo(7.5);
        assertThat(old.values().stream().mapToDouble(RealFeedsTest::highest).max()).hasValue(7.5);
        for (String field : List.of("metrics", "descriptions", "sourceIdentifier", "published")) {
            assertThat(old.values()).filteredOn(each -> each.content().has(field)).hasSize(1_550);
        }
        // Records that did not change in three years are equal, field by field.
        assertThat(same(old, today, "/id")).isEqualTo(1_550);
        assertThat(same(old, today, "/sourceIdentifier")).isGreaterThan(1_500);
        assertThat(same(old, today, "/weaknesses")).isGreaterThan(1_400);
        assertThat(same(old, today, "/descriptions/0")).isGreaterThan(1_400);
        assertThat(same(old, today, "/metrics/cvssMetricV2/0/cvssData")).isGreaterThan(1_400);
    }

    @Test
    void readsTheSmokeSample() throws IOException {
        Reading read =
                Reading.of(CveFormats.all(), RealData.require("smoke/nvd-api-2.0-page.json"));
        assertThat(read.wrong()).isEmpty();
        assertThat(read.items()).hasSize(135);
        assertThat(read.items())
                .extracting(each -> each.content().path("vulnStatus").stringValue())
                .containsOnly(
                        "Deferred",
                        "Analyzed",
                        "Awaiting Analysis",
                        "Rejected",
                        "Modified",
                        "Undergoing Analysis",
                        "Received");
    }

    @Test
    void rejectsAnErrorPageServedAsAFeed() throws IOException {
        assertThat(
                        Reading.recognisedBy(
                                CveFormats.all(),
                                RealData.require(
                                        "cve/bad/cloudflare-block-page-served-as-nvdcve-modified"
                                                + ".json.gz")))
                .isEmpty();
    }

    private static long same(
            Map<String, FeedItem> old, Map<String, FeedItem> today, String pointer) {
        return old.entrySet().stream()
                .filter(each -> {
                    JsonNode before = each.getValue().content().at(pointer);
                    return before.equals(today.get(each.getKey()).content().at(pointer));
                })
                .count();
    }

    private static double highest(FeedItem item) {
        JsonNode metrics = item.content().path("metrics");
        return List.of("cvssMetricV30", "cvssMetricV31").stream()
                .flatMap(each -> metrics.path(each).valueStream())
                .mapToDouble(each -> each.path("cvssData").path("baseScore").doubleValue())
                .max()
                .orElse(0);
    }

    private static Map<String, FeedItem> byId(Reading reading) {
        return reading.items().stream()
                .collect(Collectors.toMap(each -> each.urn().id(), each -> each));
    }

    private static Reading read(String name) throws IOException {
        return Reading.of(CveFormats.all(), RealData.require("cve/" + name + ".json.gz"));
    }
}
