package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.base.Knowledge;
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

/// The collected publications of all seven sources, loaded into one base.
@Tag("long")
@Timeout(600)
final class RealLoadTest {
    @TempDir private Path directory;

    private Loading open(SourceKind kind, Path place) {
        return Loading.open(SqliteStore.open(directory), options -> options.from(kind, place));
    }

    @Test
    void aDayOfChangesIsExactlyWhatChanged() throws Exception {
        Path base = RealData.require("cve/pages");
        Path news = RealData.require("cve/incremental/nvdcve-2.0-2026@2026-03-13T03.json.gz");
        try (Loading loading = open(SourceKind.CVE, base)) {
            loading.load(false, "cve");
            assertThat(loading.base().stats())
                    .isEqualTo(Map.of("cve", Map.of("vulnerability", 22_825L)));
            assertThat(loading.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(22_825, 0, 0, 0));
        }
        Instant between = Instant.now();
        try (Loading loading = open(SourceKind.CVE, news)) {
            loading.load(false, "cve");
            assertThat(loading.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(96, 462, 6_562, 0));
            List<Knowledge.Change> changes = loading.base().changes(between, "cve", 1_000);
            assertThat(changes).hasSize(558);
            assertThat(changes)
                    .filteredOn(each -> each.change().equals("changed"))
                    .filteredOn(each -> !each.fields().contains("lastModified"))
                    .hasSize(133);
            // The same again changes nothing, also if all of it is read.
            loading.load(false, "cve");
            assertThat(loading.stats("cve").row().counts().processed()).isZero();
            loading.load(true, "cve");
            assertThat(loading.stats("cve").row().counts().changes())
                    .isEqualTo(new ProviderStats.Changes(0, 0, 7_120, 22_825 - 7_024));
        }
    }

    @Test
    void theOthersGiveTheirCountsAndReferToEachOther() throws Exception {
        Path data = RealData.require("cwe").getParent();
        try (Loading loading =
                Loading.open(
                        SqliteStore.open(directory),
                        options -> {
                            for (SourceKind kind : SourceKind.values()) {
                                options.from(kind, data.resolve(kind.id()));
                            }
                        })) {
            loading.load(false, "cwe", "capec", "attack", "ssg", "asvs", "cce");
            Knowledge base = loading.base();
            Map<String, Map<String, Long>> stats = base.stats();
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
                            base.path(
                                    Urn.parse("v2e::owasp::asvs::5.3.4@4.0.3"),
                                    Urn.of("capec", "CAPEC-66")))
                    .isNotEmpty();
            assertThat(base.search("sql injection", "capec", 5))
                    .extracting(Knowledge.Hit::urn)
                    .contains("v2e::mitre::capec::CAPEC-66");
            assertThat(base.links(Urn.of("cwe", "CWE-79"), 1_000))
                    .filteredOn(each -> each.outgoing() && each.relation().equals("attack-pattern"))
                    .hasSize(6);
            assertThat(base.find(Urn.of("asvs", "14.1")).orElseThrow().brief().urn())
                    .isEqualTo("v2e::owasp::asvs::14.1@5.0.0");
        }
    }
}
