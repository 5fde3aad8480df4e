package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Locations survive the process.
class SourceLocationsTest {
    @TempDir Path directory;

    private Path home;
    private SourceLocations locations;

    @BeforeEach
    void setUp() {
        home = directory.resolve("home");
        locations = SourceLocations.in(home);
    }

    @Test
    void locationsAreRememberedAndReplacedOneByOne() throws IOException {
        assertThat(locations.all()).isEmpty();
        locations.remember(Map.of(SourceKind.CVE, "/one", SourceKind.CWE, "/two"));
        locations.remember(Map.of(SourceKind.CVE, "/three"));
        assertThat(SourceLocations.in(home).all())
                .containsExactly(
                        Map.entry(SourceKind.CVE, "/three"), Map.entry(SourceKind.CWE, "/two"));
        assertThat(home).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void rememberingNothingCreatesNoFile() throws IOException {
        locations.remember(Map.of());
        assertThat(home).doesNotExist();
    }

    @Test
    void aFileWithOtherContentIsNotOverwritten() throws IOException {
        Files.createDirectories(home);
        for (String text : new String[] {"", "{}", "[1]", "{\"places\": 3}"}) {
            Files.writeString(home.resolve(SourceLocations.FILE), text);
            assertThatExceptionOfType(IOException.class)
                    .as(text)
                    .isThrownBy(() -> locations.remember(Map.of(SourceKind.CVE, "/one")))
                    .withMessageContaining(SourceLocations.FILE);
            assertThat(home.resolve(SourceLocations.FILE)).hasContent(text);
        }
    }

    @Test
    void aPathBecomesAbsoluteAndAUrlStays() {
        assertThat(SourceLocations.absolute("a/../b"))
                .isEqualTo(Path.of("b").toAbsolutePath().toString());
        assertThat(SourceLocations.absolute("https://example.org/a/"))
                .isEqualTo("https://example.org/a/");
    }

    @Test
    void remoteLocationsAreNotChecked() throws Exception {
        assertThat(SourceLocations.hasDocuments(SourceKind.CVE, "https://example.invalid/"))
                .isTrue();
        assertThat(SourceLocations.hasDocuments(SourceKind.CVE, SourceLocations.PUBLISHER))
                .isTrue();
        assertThat(SourceLocations.isUrl("https://example.org/a https://example.org/b")).isTrue();
        assertThat(SourceLocations.isUrl("/a/b")).isFalse();
    }

    @Test
    void documentsAreRecognisedByTheirContent() throws Exception {
        Path documents = Files.createDirectory(directory.resolve("documents"));
        Files.copy(Reading.sample("cwe/cwec.xml"), documents.resolve("any-name"));
        Files.writeString(documents.resolve("PK.zip"), "PK but no zip file");
        assertThat(SourceLocations.hasDocuments(SourceKind.CWE, documents.toString())).isTrue();
        assertThat(SourceLocations.hasDocuments(SourceKind.CAPEC, documents.toString())).isFalse();
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(
                        () -> SourceLocations.hasDocuments(SourceKind.CWE, documents + "/missing"))
                .withMessageContaining("found nothing at");
    }

    @Test
    void theSystemReadsDocumentsFromTheirLocations() throws Exception {
        Path documents = Files.createDirectory(directory.resolve("documents"));
        Files.copy(Reading.sample("cwe/cwec.xml"), documents.resolve("any-name"));
        locations.remember(
                Map.of(
                        SourceKind.CWE,
                        documents.toString(),
                        SourceKind.CVE,
                        "https://example.invalid/a https://example.invalid/b",
                        SourceKind.CCE,
                        SourceLocations.PUBLISHER));
        try (FeedsEngine feeds = FeedsEngine.open(SqliteStore.open(home), this::configure)) {
            feeds.load(false, "cwe");
            assertThat(feeds.stats("cwe").row().cause()).isEqualTo("COMPLETED");
        }
    }

    private void configure(FeedsOptions options) {
        try {
            locations.applyTo(options, Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
