package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.orchestrator.Order;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Quarantined records are replayed after their documents are gone.
@Timeout(120)
final class ReplayTest {
    private static final String BAD = "\"lastModified\":7,\"descriptions\":7";
    private static final String FIXED =
            "\"lastModified\":\"2024-05-01T00:00:00.000\",\"descriptions\":[]";

    @TempDir private Path directory;

    private FeedsEngine open() {
        return FeedsEngine.open(
                SqliteStore.open(directory.resolve("home")),
                options -> options.from(directory.resolve("documents")));
    }

    @Test
    void aVulnerabilityIsReplayedFromTheQuarantine() throws Exception {
        page();
        Urn urn = Urn.of("cve", "CVE-2024-0002");
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cve");
            assertThat(feeds.view().quarantine("cve", 10)).hasSize(1);
            Files.delete(directory.resolve("documents/page.json"));
            Run refused = replay(feeds);
            assertThat(refused.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(String.valueOf(refused.condition().ending()))
                    .contains("still cannot be used", "as NVD JSON 2.0, CVE-2024-0002");
        }
        fixPayload();
        try (FeedsEngine feeds = open()) {
            Run done = replay(feeds);
            assertThat(done.status()).as("%s", done.condition()).isEqualTo(RunStatus.COMPLETED);
            assertThat(feeds.view().quarantine("cve", 10)).isEmpty();
            assertThat(feeds.items().find(urn)).isPresent();
            assertThat(feeds.items().history(urn)).hasSize(1);
            assertThat(feeds.items().documents())
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.name()).endsWith("page.json");
                        assertThat(each.items()).isEqualTo(1);
                    });
        }
    }

    @Test
    void aRecordThatNeedsItsDocumentSaysSo() throws Exception {
        Path samples = Samples.copyTo(directory.resolve("documents"));
        Path cwe = samples.resolve("cwe/cwec.xml");
        Files.writeString(
                cwe, Files.readString(cwe).replace("<Weakness ID=\"89\"", "<Weakness ID=\"x\""));
        try (FeedsEngine feeds = open()) {
            feeds.load(false, "cwe");
            Run run = replay(feeds);
            assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(String.valueOf(run.condition().ending()))
                    .contains("it cannot be mapped without its document");
        }
    }

    private void page() throws IOException {
        Files.createDirectories(directory.resolve("documents"));
        Files.writeString(
                directory.resolve("documents/page.json"),
                """
                {"resultsPerPage":2,"startIndex":0,"totalResults":2,"format":"NVD_CVE",
                "version":"2.0","timestamp":"2024-06-01T00:00:00.000","vulnerabilities":[
                {"cve":{"id":"CVE-2024-0001",%s}},{"cve":{"id":"CVE-2024-0002",%s}}]}
                """
                        .formatted(FIXED, BAD));
    }

    private static Run replay(FeedsEngine feeds) throws Exception {
        List<OrchestrationView.Quarantined> quarantined = feeds.view().quarantine("", 10);
        return feeds.order(Order.replay(quarantined.getFirst().number()).by("tester"));
    }

    /// Fixes the quarantined payload by hand.
    private void fixPayload() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("home/pawl.db");
        String sql = "update quarantine set payload = replace(payload, ?, ?)";
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, BAD);
            statement.setString(2, FIXED);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }
}
