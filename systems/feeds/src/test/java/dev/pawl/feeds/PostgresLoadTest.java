package dev.pawl.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.base.Knowledge;
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

/// The samples in a base in PostgreSQL: the same as in a file.
@Timeout(180)
final class PostgresLoadTest {
    @TempDir private Path directory;

    @Test
    void theSameDocumentsAreTheSameBase() throws Exception {
        Path documents = Samples.copyTo(directory.resolve("documents"));
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).create("feeds");
        try (Loading file =
                        Loading.open(
                                SqliteStore.open(directory.resolve("home")),
                                options -> options.from(documents));
                Loading database =
                        Loading.open(
                                PostgresStore.open(url, options -> {}),
                                options -> options.from(documents))) {
            file.load(false);
            database.load(false);
            assertThat(database.board().providers()).hasSize(7);
            for (ProviderStats each : database.board().providers()) {
                assertThat(each.row().cause()).as(each.row().detail()).isEqualTo("COMPLETED");
            }
            Knowledge one = file.base();
            Knowledge other = database.base();
            assertThat(other.stats()).isEqualTo(one.stats());
            Urn urn = Urn.of("cwe", "CWE-79");
            assertThat(other.links(urn, 1_000))
                    .containsExactlyInAnyOrderElementsOf(one.links(urn, 1_000));
            assertThat(other.find(urn).orElseThrow().content())
                    .isEqualTo(one.find(urn).orElseThrow().content());
            assertThat(other.search("sql injection", "", 10))
                    .extracting(Knowledge.Hit::urn)
                    .contains("v2e::mitre::cwe::CWE-89");
            database.load(true);
            assertThat(database.stats("cwe").row().counts().changes().changed()).isZero();
            assertThat(database.board().pool().held()).isEmpty();
        }
    }
}
