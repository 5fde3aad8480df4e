package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.database.FeedsSchema;
import dev.pawl.orchestrator.conformance.Conformance;
import dev.pawl.orchestrator.conformance.ConformanceReport;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Each of the seven keeps the rules of an orchestration, on its own sample.
@Timeout(300)
final class ProviderConformanceTest {
    /// Several documents of these publishers hold the same item.
    private static final Set<SourceKind> OVERLAPPING = Set.of(SourceKind.CVE, SourceKind.CCE);

    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheRules(SourceKind kind) throws Exception {
        assertClean(report(kind));
    }

    @ParameterizedTest
    @CsvSource({
        "CVE, cve/nvd-2.0-page.json, CVE-2019-0708, unmatched",
        "CWE, cwe/cwec.xml, Weakness ID=\"89\", Weakness ID=\"x\"",
        "CCE, cce/cce-rhel8.csv, CCE-80857-6, CCE-none",
    })
    void keepsThemWithABadRecord(SourceKind kind, String file, String good, String bad)
            throws Exception {
        Path spoilt = documents.resolve(file);
        Files.writeString(spoilt, Files.readString(spoilt).replaceFirst(good, bad));
        try (FeedsEngine feeds =
                FeedsEngine.open(
                        SqliteStore.open(directory.resolve("home")),
                        options -> options.from(documents))) {
            feeds.load(false, kind.id());
            assertThat(feeds.stats(kind.id()).row().counts().errors()).isEqualTo(1);
        }
        assertClean(report(kind));
    }

    private static void assertClean(ConformanceReport report) {
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.unchecked()).isEmpty();
    }

    private ConformanceReport report(SourceKind kind) throws InterruptedException {
        SimHost host = new SimHost(0);
        Conformance conformance =
                Conformance.of(
                                () -> provider(kind),
                                name -> SqliteStore.open(directory.resolve(name)),
                                ProviderConformanceTest::items)
                        .tables(FeedsSchema.TABLES)
                        .host(host);
        Conformance chosen = OVERLAPPING.contains(kind) ? conformance.repeats() : conformance;
        return host.call(chosen::check);
    }

    private Provider<?, ?> provider(SourceKind kind) {
        ProviderConfig config =
                ProviderConfig.of(kind.id(), kind.id())
                        .after(kind.dependencies().toArray(String[]::new));
        return new FeedsOptions().from(kind, documents).provider(kind, config);
    }

    /// Returns items and links without times and order.
    private static List<String> items(TableQuery tables) {
        List<String> all = new ArrayList<>();
        all.addAll(
                tables.query(
                        "select urn, hash, revision, removed_at is null from feed_items"
                                + " order by urn",
                        row ->
                                String.join(
                                        " ", row.text(1), row.text(2), row.text(3), row.text(4))));
        all.addAll(
                tables.query(
                        "select from_urn, relation, to_urn from feed_links order by 1, 2, 3",
                        row -> String.join(" ", row.text(1), row.text(2), row.text(3))));
        return all;
    }
}
