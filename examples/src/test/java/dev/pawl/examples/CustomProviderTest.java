package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.orchestrator.conformance.Conformance;
import dev.pawl.orchestrator.conformance.ConformanceReport;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.SimHost;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How to test a provider: against the conformance rules, in virtual time.
@Timeout(120)
class CustomProviderTest {
    @TempDir Path home;

    @Test
    void keepsTheRules() throws Exception {
        SimHost host = new SimHost(0);
        Conformance conformance =
                Conformance.of(
                                () -> CustomProvider.PLANETS,
                                name -> SqliteStore.open(home.resolve(name)),
                                base ->
                                        base.query(
                                                "select name from planets order by place",
                                                row -> row.text(1)))
                        .tables(CustomProvider.TABLES)
                        .broken("Pluto", "9th Pluto", "99999999999 Far")
                        .host(host);

        ConformanceReport report = host.call(conformance::check);

        assertThat(report.isClean()).as(report.toString()).isTrue();
    }
}
