package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loads the real publications of all seven sources.
@Tag("long")
@Timeout(600)
final class RealLoadTest {
    @TempDir private Path directory;

    private FeedsEngine open(SourceKind kind, Path location) {
        return FeedsEngine.open(
                SqliteStore.open(directory), options -> options.from(kind, location));
    }

    @Test
    void aDayOfChangesIsExactlyWhatChanged() throws Exception {
        Path pages = RealData.require("cve/pages");
        Path news = RealData.require("cve/incremental/nvdcve-2.0-2026@2026-03-13T03.json.gz");
        try (FeedsEngine feeds = open(SourceKind.CVE, pages)) {
            feeds.load(false, "cve");
            assertThat(feeds.items().stats())
                    .isEqualTo(Map.of("cve", Map.of("vulnerability", 22_825L)));
            assertThat(feeds.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(22_825, 0, 0, 0));
        }
        Instant between = Instant.now();
        try (FeedsEngine feeds = open(SourceKind.CVE, news)) {
            feeds.load(false, "cve");
            assertThat(feeds.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(96, 462, 6_562, 0));
            List<ItemQueries.Change> changes = feeds.items().changes(between, "cve", 1_000);
            assertThat(changes).hasSize(558);
            assertThat(changes)
                    .filteredOn(each -> each.change().equals("changed"))
                    .filteredOn(each -> !each.fields().contains("lastModified"))
                    .hasSize(133);
            // A second load changes nothing, even if it reads everything.
            feeds.load(false, "cve");
            assertThat(feeds.stats("cve").row().counts().processed()).isZero();
            feeds.load(true, "cve");
            assertThat(feeds.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(0, 0, 7_120, 22_825 - 7_024));
        }
    }

    @Test
    void theOtherSourcesHaveTheirCountsAndLinks() throws Exception {
        Path data = RealData.require("cwe").getParent();
        try (FeedsEngine feeds =
                FeedsEngine.open(
                        SqliteStore.open(directory),
                        options -> {
                            for (SourceKind kind : SourceKind.values()) {
                                options.from(kind, data.resolve(kind.id()));
                            }
                        })) {
            feeds.load(false, "cwe", "capec", "attack", "ssg", "asvs", "cce");
            ItemQueries items = feeds.items();
            Map<String, Map<String, Long>> stats = items.stats();
            assertThat(stats.get("cwe"))
                    .isEqualTo(Map.of("weakness", 964L, "category", 409L, "view", 54L));
            assertThat(stats.get("capec"))
                    .isEqualTo(Map.of("pattern", 615L, "category", 78L, "view", 13L));
            assertThat(stats.get("attack"))
                    .containsEntry("technique", 216L + 83 + 75)
                    .containsEntry("sub-technique", 475L + 46);
            assertThat(stats.get("ssg"))
                    .containsEntry("rule", 1_520L + 592 + 355 + 35 + 37)
                    .containsEntry("profile", 19L + 5 + 5 + 1 + 1)
                    .containsEntry("benchmark", 5L);
            assertThat(stats.get("asvs")).containsEntry("requirement", 286L + 345);
            assertThat(stats.get("cce")).isEqualTo(Map.of("entry", 15_721L));
            assertThat(
                            items.path(
                                    Urn.parse("v2e::owasp::asvs::5.3.4@4.0.3"),
                                    Urn.of("capec", "CAPEC-66")))
                    .isNotEmpty();
            assertThat(items.search("sql injection", "capec", 5))
                    .extracting(ItemQueries.Hit::urn)
                    .contains("v2e::mitre::capec::CAPEC-66");
            assertThat(items.links(Urn.of("cwe", "CWE-79"), 1_000))
                    .filteredOn(each -> each.outgoing() && each.relation().equals("attack-pattern"))
                    .hasSize(6);
            assertThat(items.find(Urn.of("asvs", "14.1")).orElseThrow().brief().urn())
                    .isEqualTo("v2e::owasp::asvs::14.1@5.0.0");
        }
    }
}
