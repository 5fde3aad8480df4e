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

/// Places outlive the process that named them.
class PlacesTest {
    @TempDir Path directory;

    private Path home;
    private Places places;

    @BeforeEach
    void begin() {
        home = directory.resolve("home");
        places = Places.in(home);
    }

    @Test
    void placesAreKeptAndReplacedOneByOne() throws IOException {
        assertThat(places.all()).isEmpty();
        places.keep(Map.of(SourceKind.CVE, "/one", SourceKind.CWE, "/two"));
        places.keep(Map.of(SourceKind.CVE, "/three"));
        assertThat(Places.in(home).all())
                .containsExactly(
                        Map.entry(SourceKind.CVE, "/three"), Map.entry(SourceKind.CWE, "/two"));
        assertThat(home).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void keepingNothingMakesNothing() throws IOException {
        places.keep(Map.of());
        assertThat(home).doesNotExist();
    }

    @Test
    void aFileThatIsSomethingElseIsNotOverwritten() throws IOException {
        Files.createDirectories(home);
        for (String text : new String[] {"", "{}", "[1]", "{\"places\": 3}"}) {
            Files.writeString(home.resolve(Places.FILE), text);
            assertThatExceptionOfType(IOException.class)
                    .as(text)
                    .isThrownBy(() -> places.keep(Map.of(SourceKind.CVE, "/one")))
                    .withMessageContaining(Places.FILE);
            assertThat(home.resolve(Places.FILE)).hasContent(text);
        }
    }

    @Test
    void aPlaceIsKeptInFullAndAnAddressAsItIs() {
        assertThat(Places.full("a/../b")).isEqualTo(Path.of("b").toAbsolutePath().toString());
        assertThat(Places.full("https://example.org/a/")).isEqualTo("https://example.org/a/");
    }

    @Test
    void whatIsElsewhereIsNotLookedAt() throws Exception {
        assertThat(Places.has(SourceKind.CVE, "https://example.invalid/")).isTrue();
        assertThat(Places.has(SourceKind.CVE, Places.PUBLISHER)).isTrue();
        assertThat(Places.isAddress("https://example.org/a https://example.org/b")).isTrue();
        assertThat(Places.isAddress("/a/b")).isFalse();
    }

    @Test
    void aPlaceIsKnownByTheContentOfItsDocuments() throws Exception {
        Path documents = Files.createDirectory(directory.resolve("documents"));
        Files.copy(Reading.sample("cwe/cwec.xml"), documents.resolve("any-name"));
        Files.writeString(documents.resolve("PK.zip"), "PK but no zip file");
        assertThat(Places.has(SourceKind.CWE, documents.toString())).isTrue();
        assertThat(Places.has(SourceKind.CAPEC, documents.toString())).isFalse();
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(() -> Places.has(SourceKind.CWE, documents + "/missing"))
                .withMessageContaining("found nothing at");
    }

    @Test
    void theSystemTakesDocumentsFromTheirPlaces() throws Exception {
        Path documents = Files.createDirectory(directory.resolve("documents"));
        Files.copy(Reading.sample("cwe/cwec.xml"), documents.resolve("any-name"));
        places.keep(
                Map.of(
                        SourceKind.CWE,
                        documents.toString(),
                        SourceKind.CVE,
                        "https://example.invalid/a https://example.invalid/b",
                        SourceKind.CCE,
                        Places.PUBLISHER));
        try (Loading loading = Loading.open(SqliteStore.open(home), this::tell)) {
            loading.load(false, "cwe");
            assertThat(loading.stats("cwe").row().cause()).isEqualTo("COMPLETED");
        }
    }

    private void tell(FeedsOptions options) {
        try {
            places.tell(options, Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
