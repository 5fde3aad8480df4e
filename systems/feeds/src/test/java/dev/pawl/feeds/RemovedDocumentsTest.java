package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.database.ItemQueries;
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

/// Documents that no longer exist.
@Timeout(120)
final class RemovedDocumentsTest {
    private static final Urn BANNER = Urn.of("cce", "CCE-5843-8");

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
    void aRemovedPartKeepsNoItemsAfterAFullRun() throws Exception {
        Path table = documents.resolve("cce/cce-rhel8.csv");
        Files.writeString(table, Files.readString(table) + "CCE-5843-8,A banner,,,,\n");
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cce");
            Files.delete(table);
            feeds.load(true, "cce");
            assertThat(names(feeds, "cce")).containsExactly("cce.xlsx");
            assertThat(changes(feeds, BANNER)).doesNotContain("removed");
            dropRow(documents.resolve("cce/cce.xlsx"), 4);
            feeds.load(false, "cce");
            assertThat(changes(feeds, BANNER)).endsWith("removed");
        }
    }

    @Test
    void aFullRunRemovesACatalogueWithoutADocument() throws Exception {
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cwe", "capec", "attack");
            long before = live(feeds, "attack");
            Files.delete(documents.resolve("attack/ics-attack.json"));
            feeds.load(false, "attack");
            assertThat(live(feeds, "attack")).isEqualTo(before);
            feeds.load(true, "attack");
            assertThat(live(feeds, "attack")).isPositive().isLessThan(before);
            assertThat(names(feeds, "attack")).containsExactly("enterprise-attack.json");
        }
    }

    @Test
    void aRenamedFileIsTheSameDocument() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cwe");
            Instant between = Instant.now();
            Files.move(file, file.resolveSibling("renamed.xml"));
            feeds.load(false, "cwe");
            assertThat(feeds.stats("cwe").row().counts().processed()).isZero();
            feeds.load(true, "cwe");
            assertThat(feeds.items().changes(between, "cwe", 10)).isEmpty();
            assertThat(names(feeds, "cwe")).containsExactly("renamed.xml");
        }
    }

    @Test
    void removedPagesStayValidUntilAFullRun() throws Exception {
        Path pages = directory.resolve("pages");
        page(pages.resolve("1.json"), "CVE-2024-0001", "CVE-2024-0002");
        page(pages.resolve("2.json"), "CVE-2024-0003");
        try (FeedsEngine feeds =
                FeedsEngine.open(
                        SqliteStore.open(directory.resolve("home")),
                        options -> options.from(SourceKind.CVE, pages))) {
            feeds.load(false, "cve");
            Files.delete(pages.resolve("2.json"));
            page(pages.resolve("1.json"), "CVE-2024-0002", "CVE-2024-0004");
            feeds.load(false, "cve");
            assertThat(live(feeds, "cve")).isEqualTo(4);
            assertThat(names(feeds, "cve")).containsExactly("1.json", "1.json", "2.json");
            feeds.load(true, "cve");
            assertThat(live(feeds, "cve")).isEqualTo(2);
            assertThat(names(feeds, "cve")).containsExactly("1.json");
            assertThat(feeds.engine().query("select * from feed_manifests", row -> row.text(2)))
                    .hasSize(1);
        }
    }

    @Test
    void aDocumentThatIsReplacedWhileItIsReadIsDeleted() throws Exception {
        Path file = documents.resolve("cwe/cwec.xml");
        Urn dropped = Urn.of("cwe", "CWE-89");
        try (SimulatedFeeds process =
                new SimulatedFeeds(
                        directory.resolve("home"),
                        options -> options.from(SourceKind.CWE, file).batches(1))) {
            process.start();
            process.order("load", Order.start("cwe").by("tester"));
            process.sim().until(() -> process.items().find(dropped).isPresent());
            process.sim().crash();
            Files.writeString(file, Editions.newer(Files.readString(file)));
            process.start();
            process.untilOver(1, List.of("cwe"));
            assertThat(process.items().history(dropped))
                    .extracting(ItemQueries.Change::change)
                    .containsExactly("created", "removed");
            assertThat(process.items().documents())
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

    /// Writes a later version of a workbook, without a row of its first sheet.
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

    private static List<String> changes(FeedsEngine feeds, Urn urn) {
        return feeds.items().history(urn).stream().map(ItemQueries.Change::change).toList();
    }

    private static long live(FeedsEngine feeds, String source) {
        return feeds.items().stats().get(source).values().stream().mapToLong(each -> each).sum();
    }

    private static List<String> names(FeedsEngine feeds, String source) {
        return feeds.items().documents().stream()
                .filter(each -> each.source().equals(source))
                .map(each -> Path.of(each.name()).getFileName().toString())
                .toList();
    }
}
