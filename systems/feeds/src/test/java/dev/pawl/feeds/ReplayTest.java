package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.Board;
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

/// Records that were put aside, and are tried again when their documents are gone.
@Timeout(120)
final class ReplayTest {
    private static final String BAD = "\"lastModified\":7,\"descriptions\":7";
    private static final String MENDED =
            "\"lastModified\":\"2024-05-01T00:00:00.000\",\"descriptions\":[]";

    @TempDir private Path directory;

    private Loading open() {
        return Loading.open(
                SqliteStore.open(directory.resolve("home")),
                options -> options.from(directory.resolve("documents")));
    }

    @Test
    void aVulnerabilityIsReplayedFromWhatWasKept() throws Exception {
        page();
        Urn urn = Urn.of("cve", "CVE-2024-0002");
        try (Loading loading = open()) {
            loading.load(false, "cve");
            assertThat(loading.board().quarantine("cve", 10)).hasSize(1);
            Files.delete(directory.resolve("documents/page.json"));
            Run still = replay(loading);
            assertThat(still.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(String.valueOf(still.condition().ending()))
                    .contains("still cannot be used", "as NVD JSON 2.0, CVE-2024-0002");
        }
        mend();
        try (Loading loading = open()) {
            Run done = replay(loading);
            assertThat(done.status()).as("%s", done.condition()).isEqualTo(RunStatus.COMPLETED);
            assertThat(loading.board().quarantine("cve", 10)).isEmpty();
            assertThat(loading.base().find(urn)).isPresent();
            assertThat(loading.base().history(urn)).hasSize(1);
            assertThat(loading.base().documents())
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.name()).endsWith("page.json");
                        assertThat(each.items()).isEqualTo(1);
                    });
        }
    }

    @Test
    void whatNeedsItsDocumentSaysSo() throws Exception {
        Path samples = Samples.copyTo(directory.resolve("documents"));
        Path cwe = samples.resolve("cwe/cwec.xml");
        Files.writeString(
                cwe, Files.readString(cwe).replace("<Weakness ID=\"89\"", "<Weakness ID=\"x\""));
        try (Loading loading = open()) {
            loading.load(false, "cwe");
            Run run = replay(loading);
            assertThat(run.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(String.valueOf(run.condition().ending()))
                    .contains("it says too little without its document");
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
                        .formatted(MENDED, BAD));
    }

    private static Run replay(Loading loading) throws Exception {
        List<Board.Quarantined> aside = loading.board().quarantine("", 10);
        return loading.order(Order.of(Order.Verb.REPLAY, aside.getFirst().number(), "tester"));
    }

    /// Mends what was kept, as a person would.
    private void mend() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("home/pawl.db");
        String sql = "update quarantine set payload = replace(payload, ?, ?)";
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, BAD);
            statement.setString(2, MENDED);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }
}
