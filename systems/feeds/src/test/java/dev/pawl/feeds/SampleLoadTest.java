package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.feeds.base.Knowledge;
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

/// The samples in a base: what is in it, what it answers, and what it makes of changes.
@Timeout(120)
final class SampleLoadTest {
    @TempDir private Path directory;
    private Path documents = Path.of("");

    @BeforeEach
    void samples() throws IOException {
        documents = Samples.copyTo(directory.resolve("documents"));
    }

    private Loading open() {
        return Loading.open(
                SqliteStore.open(directory.resolve("home")), options -> options.from(documents));
    }

    @Test
    void allSevenAreLoadedAndReferToEachOther() throws Exception {
        try (Loading loading = open()) {
            loading.load(false);
            assertThat(loading.board().providers()).hasSize(7);
            for (ProviderStats each : loading.board().providers()) {
                assertThat(each.row().cause()).as(each.row().detail()).isEqualTo("COMPLETED");
                assertThat(each.row().counts().changes().created()).isPositive();
            }
            Knowledge base = loading.base();
            assertThat(base.stats().keySet())
                    .containsExactly("asvs", "attack", "capec", "cce", "cve", "cwe", "ssg");
            assertThat(base.path(Urn.of("cve", "CVE-2021-44228"), Urn.of("capec", "CAPEC-586")))
                    .extracting(Knowledge.Step::relation)
                    .contains("weakness");
            assertThat(base.links(Urn.of("cwe", "CWE-79"), 100))
                    .anyMatch(each -> each.outgoing() && each.urn().contains("::capec::"))
                    .anyMatch(each -> !each.outgoing());
            assertThat(base.dangling(100))
                    .isNotEmpty()
                    .allMatch(each -> base.find(Urn.parse(each.urn())).isEmpty());
        }
    }

    @Test
    void aSecondLoadReadsNothingAndWritesNothing() throws Exception {
        try (Loading loading = open()) {
            loading.load(false);
            Instant between = Instant.now();
            loading.load(false);
            assertThat(loading.board().providers()).hasSize(7);
            for (ProviderStats each : loading.board().providers()) {
                assertThat(each.row().counts().processed()).as(each.row().id()).isZero();
            }
            loading.load(true);
            assertThat(loading.base().changes(between, "", 100)).isEmpty();
            assertThat(loading.stats("cwe").row().counts().changes().unchanged()).isPositive();
        }
    }

    @Test
    void aNewEditionChangesWhatItChangesAndRemovesWhatItDoesNotHave() throws Exception {
        Urn dropped = Urn.of("cwe", "CWE-89");
        Urn kept = Urn.of("cwe", "CWE-79");
        Path file = documents.resolve("cwe/cwec.xml");
        String before = Files.readString(file);
        try (Loading loading = open()) {
            loading.load(false, "cwe");
            Files.writeString(file, Editions.newer(before));
            loading.load(false, "cwe");
            Knowledge base = loading.base();
            assertThat(base.find(dropped).orElseThrow().brief().times().removed()).isNotNull();
            assertThat(base.history(dropped))
                    .extracting(Knowledge.Change::change)
                    .containsExactly("created", "removed");
            assertThat(base.history(kept))
                    .extracting(Knowledge.Change::change, Knowledge.Change::fields)
                    .containsExactly(tuple("created", ""), tuple("changed", "Name"));
            assertThat(loading.stats("cwe").row().counts().changes().removed()).isEqualTo(1);
            Files.writeString(file, before.replaceFirst("Version=\"[^\"]*\"", "Version=\"9.3\""));
            loading.load(false, "cwe");
            assertThat(base.history(dropped))
                    .extracting(Knowledge.Change::change)
                    .containsExactly("created", "removed", "restored");
        }
    }

    @Test
    void anOlderEditionIsNamedAndPassedOver() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        String xml = Files.readString(file);
        Files.writeString(
                documents.resolve("cwe/old.xml"),
                xml.replaceFirst("Version=\"[^\"]*\"", "Version=\"1.0\""));
        Files.writeString(
                documents.resolve("cwe/page.xml"),
                "<!DOCTYPE html><html><head><title>Blocked</title></head></html>");
        try (Loading loading = open()) {
            loading.load(false, "cwe");
            assertThat(loading.base().notes())
                    .extracting(Knowledge.Note::text)
                    .anyMatch(text -> text.contains("old.xml was passed over: a newer version"))
                    .anyMatch(text -> text.contains("found an HTML page: Blocked"));
        }
    }

    @Test
    void aPlaceWithoutDocumentsFailsWithWhatWasLookedFor() throws Exception {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        try (Loading loading =
                Loading.open(
                        SqliteStore.open(directory.resolve("home")),
                        options -> options.from(SourceKind.CCE, empty))) {
            loading.load(false, "cce");
            ProviderStats cce = loading.stats("cce");
            assertThat(cce.state()).isEqualTo(ProviderState.TERMINATED);
            assertThat(cce.row().cause()).isEqualTo("FAILED");
            assertThat(cce.row().detail()).contains("expected a document of", "found none in");
        }
    }

    @Test
    void wordsArePhrasesBeginningsAndNothingElse() throws Exception {
        try (Loading loading = open()) {
            loading.load(false);
            Knowledge base = loading.base();
            assertThat(base.search("sql injection", "", 10))
                    .extracting(Knowledge.Hit::urn)
                    .contains("v2e::mitre::cwe::CWE-89");
            assertThat(base.search("\"sql injection\"", "capec", 10))
                    .isNotEmpty()
                    .allMatch(each -> each.source().equals("capec"));
            assertThat(base.search("inject*", "", 100)).hasSizeGreaterThan(1);
            assertThat(base.search("\" ) ( *", "", 10)).isEmpty();
            assertThat(base.search("zzzzzz", "", 10)).isEmpty();
            assertThat(base.stats()).isNotEqualTo(Map.of());
        }
    }
}
