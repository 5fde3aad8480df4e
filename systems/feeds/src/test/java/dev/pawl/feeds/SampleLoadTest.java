package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loads the samples: contents, queries and changes.
@Timeout(120)
final class SampleLoadTest {
    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    private FeedsEngine open() {
        return FeedsEngine.open(
                SqliteStore.open(directory.resolve("home")), options -> options.from(documents));
    }

    @Test
    void loadsAllSevenSourcesWithLinksBetweenThem() throws Exception {
        try (FeedsEngine feeds = open()) {
            feeds.load(false);
            assertThat(feeds.view().providers()).hasSize(7);
            for (ProviderStats each : feeds.view().providers()) {
                assertThat(each.row().cause()).as(each.row().detail()).isEqualTo("COMPLETED");
                assertThat(each.row().counts().changes().created()).isPositive();
            }
            ItemQueries items = feeds.items();
            assertThat(items.stats().keySet())
                    .containsExactly("asvs", "attack", "capec", "cce", "cve", "cwe", "ssg");
            assertThat(items.path(Urn.of("cve", "CVE-2021-44228"), Urn.of("capec", "CAPEC-586")))
                    .extracting(ItemQueries.Step::relation)
                    .contains("weakness");
            assertThat(items.links(Urn.of("cwe", "CWE-79"), 100))
                    .anyMatch(each -> each.outgoing() && each.urn().contains("::capec::"))
                    .anyMatch(each -> !each.outgoing());
            assertThat(items.dangling(100))
                    .isNotEmpty()
                    .allMatch(each -> items.find(Urn.parse(each.urn())).isEmpty());
        }
    }

    @Test
    void aSecondLoadReadsNothingAndWritesNothing() throws Exception {
        try (FeedsEngine feeds = open()) {
            feeds.load(false);
            Instant between = Instant.now();
            feeds.load(false);
            assertThat(feeds.view().providers()).hasSize(7);
            for (ProviderStats each : feeds.view().providers()) {
                assertThat(each.row().counts().processed()).as(each.row().id()).isZero();
            }
            feeds.load(true);
            assertThat(feeds.items().changes(between, "", 100)).isEmpty();
            assertThat(feeds.stats("cwe").row().counts().changes().unchanged()).isPositive();
        }
    }

    @Test
    void aNewEditionChangesAndRemovesItems() throws Exception {
        Urn dropped = Urn.of("cwe", "CWE-89");
        Urn kept = Urn.of("cwe", "CWE-79");
        Path file = documents.resolve("cwe/cwec.xml");
        String before = Files.readString(file);
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cwe");
            Files.writeString(file, Editions.newer(before));
            feeds.load(false, "cwe");
            ItemQueries items = feeds.items();
            assertThat(items.find(dropped).orElseThrow().brief().times().removed()).isNotNull();
            assertThat(items.history(dropped))
                    .extracting(ItemQueries.Change::change)
                    .containsExactly("created", "removed");
            assertThat(items.history(kept))
                    .extracting(ItemQueries.Change::change, ItemQueries.Change::fields)
                    .containsExactly(tuple("created", ""), tuple("changed", "Name"));
            assertThat(feeds.stats("cwe").row().counts().changes().removed()).isEqualTo(1);
            Files.writeString(file, before.replaceFirst("Version=\"[^\"]*\"", "Version=\"9.3\""));
            feeds.load(false, "cwe");
            assertThat(items.history(dropped))
                    .extracting(ItemQueries.Change::change)
                    .containsExactly("created", "removed", "restored");
        }
    }

    @Test
    void anOlderEditionIsSkippedWithANote() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        String xml = Files.readString(file);
        Files.writeString(
                documents.resolve("cwe/old.xml"),
                xml.replaceFirst("Version=\"[^\"]*\"", "Version=\"1.0\""));
        Files.writeString(
                documents.resolve("cwe/page.xml"),
                "<!DOCTYPE html><html><head><title>Blocked</title></head></html>");
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cwe");
            assertThat(feeds.items().notes())
                    .extracting(ItemQueries.Note::text)
                    .anyMatch(text -> text.contains("old.xml was skipped: a newer version"))
                    .anyMatch(text -> text.contains("found an HTML page: Blocked"));
        }
    }

    @Test
    void aLocationWithoutDocumentsFailsWithTheExpectedFormats() throws Exception {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        try (FeedsEngine feeds =
                FeedsEngine.open(
                        SqliteStore.open(directory.resolve("home")),
                        options -> options.from(SourceKind.CCE, empty))) {
            feeds.load(false, "cce");
            ProviderStats cce = feeds.stats("cce");
            assertThat(cce.state()).isEqualTo(ProviderState.TERMINATED);
            assertThat(cce.row().cause()).isEqualTo("FAILED");
            assertThat(cce.row().detail()).contains("expected a document of", "found none in");
        }
    }

    @Test
    void searchAcceptsWordsPhrasesAndPrefixes() throws Exception {
        try (FeedsEngine feeds = open()) {
            feeds.load(false);
            ItemQueries items = feeds.items();
            assertThat(items.search("sql injection", "", 10))
                    .extracting(ItemQueries.Hit::urn)
                    .contains("v2e::mitre::cwe::CWE-89");
            assertThat(items.search("\"sql injection\"", "capec", 10))
                    .isNotEmpty()
                    .allMatch(each -> each.source().equals("capec"));
            assertThat(items.search("inject*", "", 100)).hasSizeGreaterThan(1);
            assertThat(items.search("\" ) ( *", "", 10)).isEmpty();
            assertThat(items.search("zzzzzz", "", 10)).isEmpty();
            assertThat(items.stats()).isNotEqualTo(Map.of());
        }
    }
}
