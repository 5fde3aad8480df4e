package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.quarantine.QuarantinedStone;
import dev.pawl.diamonds.quarantine.StoneQuarantine;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.engine.Engine;
import dev.pawl.machine.OwnTables;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import dev.pawl.store.PostgresStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// D19, INV-15: rows that the database refuses do not fail the others of their batch.
@Timeout(240)
class RefusedRowTest {
    private static final int STONES = 400;

    @TempDir Path home;

    private static SimulatorOptions supplier() {
        return SimulatorOptions.of(new StockSource.Seeded(1, STONES));
    }

    private static void refuse(LoadedStock stock, String statement) throws Exception {
        stock.tables(new OwnTables("refusal", List.of(List.of(statement))));
        stock.resupply(supplier());
    }

    private static String trigger(String condition) {
        return "create trigger refuse before insert on diamond_stones when "
                + condition
                + " begin"
                + " select raise(abort, 'refused by the test'); end";
    }

    @Test
    void aRowThatSqliteRefusesIsQuarantinedAndTheRestIsWritten() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, STONES)) {
            String poison = List.copyOf(stock.stock().keySet()).get(17);
            refuse(stock, trigger("new.stone_id = '%s'".formatted(poison)));
            quarantinesOnly(stock, poison);
        }
    }

    /// The error budget ends a run whose rows are refused one after the other, long before all of
    /// them are alone.
    @Test
    void aDatabaseThatRefusesEveryRowFailsTheRunWithinItsBudget() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, 100)) {
            stock.tables(new OwnTables("refusal", List.of(List.of(trigger("1")))));
            stock.resupply(SimulatorOptions.of(new StockSource.Seeded(1, 100)));
            Run run = stock.end(stock.start(RunRequest.full(LoadedStock.FEED)));
            assertThat(run.status()).isEqualTo(RunStatus.FAILED);
            assertThat(run.failure().orElseThrow().message())
                    .contains("0.05 of the items in quarantine", "6 of 100", "refused by the test");
            assertThat(stock.count("diamond_quarantine")).isEqualTo(6);
            assertThat(stock.count("pipeline_watermarks")).isZero();
        }
    }

    @Test
    void aRowThatPostgresRefusesIsQuarantinedAndTheRestIsWritten() throws Exception {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        String url = PostgresServer.shared(found).create("refused");
        try (LoadedStock stock = LoadedStock.on(() -> PostgresStore.open(url), supplier())) {
            String poison = List.copyOf(stock.stock().keySet()).get(17);
            refuse(
                    stock,
                    "alter table diamond_stones add constraint \"refused by the test\""
                            + " check (stone_id <> '%s')".formatted(poison));
            quarantinesOnly(stock, poison);
        }
    }

    private static void quarantinesOnly(LoadedStock stock, String poison) throws Exception {
        RunReport report = stock.full().report();
        assertThat(report.quarantined()).isEqualTo(1);
        assertThat(report.inserted()).isEqualTo(STONES - 1);
        Engine engine = stock.engine();
        assertThat(StoneQuarantine.find(engine::query, LoadedStock.FEED, poison))
                .get()
                .extracting(QuarantinedStone::reason)
                .asString()
                .contains("refused by the test");
        assertThat(stock.table()).hasSize(STONES - 1).doesNotContainKey(poison);
        assertThat(stock.count("pipeline_watermarks")).isEqualTo(1);
    }
}
