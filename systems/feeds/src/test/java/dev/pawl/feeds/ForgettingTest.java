package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.Order;
import dev.pawl.store.SqliteStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a base makes of documents that are no longer there.
@Timeout(120)
final class ForgettingTest {
    private static final Urn BANNER = Urn.of("cce", "CCE-5843-8");

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
    void aPartThatIsGoneHoldsNothingUpAfterAFullRun() throws Exception {
        Path table = documents.resolve("cce/cce-rhel8.csv");
        Files.writeString(table, Files.readString(table) + "CCE-5843-8,A banner,,,,\n");
        try (Loading loading = open()) {
            loading.load(false, "cce");
            Files.delete(table);
            loading.load(true, "cce");
            assertThat(names(loading, "cce")).containsExactly("cce.xlsx");
            assertThat(changes(loading, BANNER)).doesNotContain("removed");
            dropRow(documents.resolve("cce/cce.xlsx"), 4);
            loading.load(false, "cce");
            assertThat(changes(loading, BANNER)).endsWith("removed");
        }
    }

    @Test
    void aFullRunRemovesACatalogueThatHasNoDocumentAnyMore() throws Exception {
        try (Loading loading = open()) {
            loading.load(false, "cwe", "capec", "attack");
            long before = live(loading, "attack");
            Files.delete(documents.resolve("attack/ics-attack.json"));
            loading.load(false, "attack");
            assertThat(live(loading, "attack")).isEqualTo(before);
            loading.load(true, "attack");
            assertThat(live(loading, "attack")).isPositive().isLessThan(before);
            assertThat(names(loading, "attack")).containsExactly("enterprise-attack.json");
        }
    }

    @Test
    void aFileThatWasRenamedIsTheSameDocument() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        try (Loading loading = open()) {
            loading.load(false, "cwe");
            Instant between = Instant.now();
            Files.move(file, file.resolveSibling("renamed.xml"));
            loading.load(false, "cwe");
            assertThat(loading.stats("cwe").row().counts().processed()).isZero();
            loading.load(true, "cwe");
            assertThat(loading.base().changes(between, "cwe", 10)).isEmpty();
            assertThat(names(loading, "cwe")).containsExactly("renamed.xml");
        }
    }

    @Test
    void pagesThatAreGoneCountUntilAFullRun() throws Exception {
        Path pages = directory.resolve("pages");
        page(pages.resolve("1.json"), "CVE-2024-0001", "CVE-2024-0002");
        page(pages.resolve("2.json"), "CVE-2024-0003");
        try (Loading loading =
                Loading.open(
                        SqliteStore.open(directory.resolve("home")),
                        options -> options.from(SourceKind.CVE, pages))) {
            loading.load(false, "cve");
            Files.delete(pages.resolve("2.json"));
            page(pages.resolve("1.json"), "CVE-2024-0002", "CVE-2024-0004");
            loading.load(false, "cve");
            assertThat(live(loading, "cve")).isEqualTo(4);
            assertThat(names(loading, "cve")).containsExactly("1.json", "1.json", "2.json");
            loading.load(true, "cve");
            assertThat(live(loading, "cve")).isEqualTo(2);
            assertThat(names(loading, "cve")).containsExactly("1.json");
            assertThat(loading.engine().query("select * from feed_manifests", row -> row.text(2)))
                    .hasSize(1);
        }
    }

    @Test
    void aDocumentThatWasReplacedBeforeItsEndIsForgotten() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        Urn dropped = Urn.of("cwe", "CWE-89");
        try (Simulated process =
                new Simulated(
                        directory.resolve("home"),
                        options -> options.from(SourceKind.CWE, file).batches(1))) {
            process.begin();
            process.order("load", Order.start(false, "tester", List.of("cwe")));
            process.sim().until(() -> process.base().find(dropped).isPresent());
            process.sim().crash();
            Files.writeString(file, Editions.newer(Files.readString(file)));
            process.begin();
            process.untilOver(1, List.of("cwe"));
            assertThat(process.base().history(dropped))
                    .extracting(Knowledge.Change::change)
                    .containsExactly("created", "removed");
            assertThat(process.base().documents())
                    .singleElement()
                    .satisfies(each -> assertThat(each.version()).isEqualTo("9.1"));
        }
    }

    private static void page(Path file, String... ids) throws IOException {
        Files.createDirectories(file.getParent());
        StringBuilder records = new StringBuilder();
        for (String id : ids) {
            if (!records.isEmpty()) records.append(',');
            records.append(
                    """
                    {"cve":{"id":"%s","lastModified":"2024-05-01T00:00:00.000",
                    "descriptions":[{"lang":"en","value":"a flaw"}]}}
                    """
                            .formatted(id));
        }
        Files.writeString(
                file,
                """
                {"resultsPerPage":%1$d,"startIndex":0,"totalResults":%1$d,"format":"NVD_CVE",
                "version":"2.0","timestamp":"2024-06-01T00:00:00.000","vulnerabilities":[%2$s]}
                """
                        .formatted(ids.length, records));
    }

    /// Writes a workbook anew, later and without a row of its first sheet.
    private static void dropRow(Path workbook, int number) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile zip = new ZipFile(workbook.toFile());
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry each : zip.stream().toList()) {
                String part =
                        new String(zip.getInputStream(each).readAllBytes(), StandardCharsets.UTF_8);
                if (each.getName().endsWith("sheet1.xml")) {
                    part = part.replaceFirst("<row r=\"%d\">.*?</row>".formatted(number), "");
                }
                out.putNextEntry(new ZipEntry(each.getName()));
                out.write(
                        part.replace("2022-06-01", "2023-06-01").getBytes(StandardCharsets.UTF_8));
            }
        }
        Files.write(workbook, bytes.toByteArray());
    }

    private static List<String> changes(Loading loading, Urn urn) {
        return loading.base().history(urn).stream().map(Knowledge.Change::change).toList();
    }

    private static long live(Loading loading, String source) {
        return loading.base().stats().get(source).values().stream().mapToLong(each -> each).sum();
    }

    private static List<String> names(Loading loading, String source) {
        return loading.base().documents().stream()
                .filter(each -> each.source().equals(source))
                .map(each -> Path.of(each.name()).getFileName().toString())
                .toList();
    }
}
