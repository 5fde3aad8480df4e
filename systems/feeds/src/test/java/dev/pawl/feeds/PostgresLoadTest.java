package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// PostgreSQL holds the same items as SQLite.
@Timeout(180)
final class PostgresLoadTest {
    @TempDir private Path directory;

    @Test
    void theSameDocumentsGiveTheSameItems() throws Exception {
        Path documents = Samples.copyTo(directory.resolve("documents"));
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).create("feeds");
        try (FeedsEngine file =
                        FeedsEngine.open(
                                SqliteStore.open(directory.resolve("home")),
                                options -> options.from(documents));
                FeedsEngine database =
                        FeedsEngine.open(
                                PostgresStore.open(url, options -> {}),
                                options -> options.from(documents))) {
            file.load(false);
            database.load(false);
            assertThat(database.view().providers()).hasSize(7);
            for (ProviderStats each : database.view().providers()) {
                assertThat(each.row().cause()).as(each.row().detail()).isEqualTo("COMPLETED");
            }
            ItemQueries one = file.items();
            ItemQueries other = database.items();
            assertThat(other.stats()).isEqualTo(one.stats());
            Urn urn = Urn.of("cwe", "CWE-79");
            assertThat(other.links(urn, 1_000))
                    .containsExactlyInAnyOrderElementsOf(one.links(urn, 1_000));
            assertThat(other.find(urn).orElseThrow().content())
                    .isEqualTo(one.find(urn).orElseThrow().content());
            assertThat(other.search("sql injection", "", 10))
                    .extracting(ItemQueries.Hit::urn)
                    .contains("v2e::mitre::cwe::CWE-89");
            database.load(true);
            assertThat(database.stats("cwe").row().counts().changes().changed()).isZero();
            assertThat(database.view().pool().held()).isEmpty();
        }
    }
}
