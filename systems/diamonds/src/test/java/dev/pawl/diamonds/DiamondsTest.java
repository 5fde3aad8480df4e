package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.canonical.StoneStats;
import dev.pawl.diamonds.pricing.PriceList;
import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockMoves;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.pipeline.lifecycle.RunEvent;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.run.RunReport;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunResult;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs: simulator, client, pipeline and tables on SQLite.
@Timeout(240)
class DiamondsTest {
    private static final String RUN_1 = "nivoda-shaped/run1-price-1000-1100.jsonl.gz";
    private static final String RUN_2 = "nivoda-shaped/run2-price-1000-1100.jsonl.gz";

    @TempDir Path home;

    private static SimulatorOptions seeded(int stones) {
        return SimulatorOptions.of(new StockSource.Seeded(1, stones));
    }

    /// DIA-11, DIA-19: every stone once and priced, and the watermark at the end of the window.
    @Test
    void everyStoneOfTheSupplierIsInTheTableOnce() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, 2_000)) {
            RunResult result = stock.full();
            assertThat(stock.table()).hasSize(2_000).isEqualTo(stock.stock());
            assertThat(result.report())
                    .extracting(RunReport::counted, RunReport::unique, RunReport::inserted)
                    .containsExactly(2_000L, 2_000L, 2_000L);
            Watermark watermark =
                    Watermark.find(stock.engine()::query, LoadedStock.FEED).orElseThrow();
            assertThat(watermark.version()).isEqualTo(1);
            assertThat(watermark.value()).isEqualTo(result.watermark());
            assertThat(stock.count("diamond_stones where price_cents <= supplier_price_cents"))
                    .isZero();
            assertThat(stock.count("diamond_stones where rule_id = ''")).isZero();
            assertThat(stock.count("diamond_rules where kind = 'pricing'"))
                    .isEqualTo(PriceList.brackets().size());
        }
    }

    /// DIA-34, D7: the second run asks for what changed since the watermark, and writes no other.
    @Test
    void anIncrementalRunLoadsWhatChanged() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, 2_000)) {
            stock.full();
            StockMoves moves = stock.simulator().move(20);
            RunResult result = stock.incremental();
            RunReport report = result.report();
            assertThat(result.type()).isEqualTo("incremental");
            assertThat(report.inserted()).isEqualTo(moves.added());
            assertThat(report.updated()).isEqualTo(moves.priced() + moves.held());
            assertThat(report.unchanged()).isZero();
            assertThat(report.removed()).isZero();
            String run = result.run().toString();
            assertThat(stock.count("diamond_stones where updated_run = '%s'".formatted(run)))
                    .isEqualTo(report.inserted() + report.updated());
            assertThat(stock.stats().canonical())
                    .isEqualTo(stock.simulator().stones() + moves.removed());

            RunReport full = stock.full().report();
            assertThat(full.removed()).isEqualTo(moves.removed());
            assertThat(full.inserted() + full.updated()).isZero();
            assertThat(stock.table()).isEqualTo(stock.stock());
        }
    }

    /// A14: stones on a shared boundary, and many stones of one price, are counted and stored once.
    @Test
    void stonesOfOnePriceAreReadOnceEach() throws Exception {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 400; i++) items.add(item(i, i % 4 == 0 ? 100_000 : 50_000 + i));
        StockSource source = new StockSource.Items(items);
        try (LoadedStock stock = LoadedStock.of(home, SimulatorOptions.of(source))) {
            RunReport report = stock.full().report();
            assertThat(report.counted()).isEqualTo(400);
            assertThat(report.unique()).isEqualTo(400);
            assertThat(stock.table()).hasSize(400).isEqualTo(stock.stock());
        }
    }

    private static String item(int number, long cents) {
        return """
        {"id":"DIAMOND/%04d","price":%d,"diamond":{"id":"%04d","availability":"AVAILABLE",\
        "certificate":{"lab":"GIA","certNumber":"%d","shape":"ROUND","carats":1.0,"cut":"EX",\
        "color":"G","clarity":"VS1"}}}\
        """
                .formatted(number, cents, number, 1_000_000 + number);
    }

    @Test
    void anEmptyStockIsLoadedAndAnEmptyAnswerRemovesNothing() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, 300)) {
            stock.full();
            stock.resupply(seeded(0));
            Run refused = stock.end(stock.start(RunRequest.full(LoadedStock.FEED)));
            assertThat(refused.status()).isEqualTo(RunStatus.FAILED);
            assertThat(refused.failure().orElseThrow().message()).contains("vanish", "300 of 300");
            assertThat(stock.stats().canonical()).isEqualTo(300);
        }
        try (LoadedStock stock = LoadedStock.of(home.resolve("empty"), 0)) {
            assertThat(stock.full().report().unique()).isZero();
        }
    }

    /// Faults of every kind are retried, and change nothing in the result.
    @Test
    void aSupplierThatFailsNowAndThenIsLoadedCompletely() throws Exception {
        SimulatorFaults faults =
                SimulatorFaults.parse(
                        "429=0.02:1s,500=0.03,truncate=0.02,reset=0.02,short=0.2,expire=40");
        SimulatorOptions supplier = seeded(1_500).seed(7).faults(faults);
        try (LoadedStock stock = LoadedStock.of(home, supplier)) {
            RunId id = stock.start(RunRequest.full(LoadedStock.FEED));
            Run run = stock.engine().run(id);
            while (!run.status().isEnd()) {
                if (run.state().equals(RunState.ConsolidationSkipped.name())) {
                    stock.engine().send(id, new RunEvent.RetryFailed("test", "faults"));
                }
                run =
                        stock.engine()
                                .awaitEnd(id, java.time.Duration.ofMillis(200))
                                .orElse(stock.engine().run(id));
            }
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(stock.simulator().stats().faults()).isPositive();
            assertThat(stock.simulator().stats().logins()).isGreaterThan(1);
            assertThat(stock.table()).hasSize(1_500).isEqualTo(stock.stock());
        }
    }

    /// DIA-4, DIA-36: a supplier that is down leaves the watermark, and the next run loads all.
    @Test
    void aSupplierThatIsDownFailsTheRunAndTheNextOneLoadsEverything() throws Exception {
        SimulatorFaults down = SimulatorFaults.parse("503=1");
        try (LoadedStock stock = LoadedStock.of(home, seeded(300).faults(down))) {
            Run failed = stock.end(stock.start(RunRequest.full(LoadedStock.FEED)));
            assertThat(failed.status()).isIn(RunStatus.FAILED, RunStatus.EXHAUSTED);
            assertThat(failed.failure().orElseThrow().message()).contains("HTTP 503");
            assertThat(Watermark.find(stock.engine()::query, LoadedStock.FEED)).isEmpty();
            stock.resupply(seeded(300));
            assertThat(stock.incremental().type()).isEqualTo("full");
            assertThat(stock.table()).hasSize(300).isEqualTo(stock.stock());
        }
    }

    /// What moves during a run is found by the next ones.
    @Test
    void stockThatMovesDuringARunIsEqualAfterTheNextFullRun() throws Exception {
        try (LoadedStock stock = LoadedStock.of(home, seeded(1_500).moving(100))) {
            RunResult first = stock.full();
            assertThat(first.report().problem()).isEmpty();
            stock.simulator().stopMoving();
            stock.incremental();
            stock.full();
            assertThat(stock.table()).isNotEmpty().isEqualTo(stock.stock());
        }
    }

    /// The published differences: 37 removed, 92 dearer, 18 on hold, 18 new.
    @Test
    void twoPublishedStocksDifferAsDocumented() throws Exception {
        StockSource first = new StockSource.Files(List.of(RealDiamonds.require(RUN_1)));
        StockSource second = new StockSource.Files(List.of(RealDiamonds.require(RUN_2)));
        try (LoadedStock stock = LoadedStock.of(home, SimulatorOptions.of(first))) {
            RunReport one = stock.full().report();
            assertThat(one.inserted()).isEqualTo(1_857);
            assertThat(stock.stats().supplierPriceCents()).isEqualTo(194_464_300);
            stock.resupply(SimulatorOptions.of(second));
            RunResult two = stock.full();
            StoneStats stats = stock.stats();
            assertThat(stats.canonical()).isEqualTo(1_838);
            assertThat(stats.removed()).isEqualTo(37);
            assertThat(stats.onHold()).isEqualTo(18);
            assertThat(stats.supplierPriceCents()).isEqualTo(192_675_274);
            assertThat(two.report().inserted()).isEqualTo(18);
            assertThat(two.report().removed()).isEqualTo(37);
            String run = two.run().toString();
            String changes = "diamond_changes where run_id = '%s' and kind = '%s'";
            assertThat(stock.count(changes.formatted(run, "price"))).isEqualTo(92);
            assertThat(stock.count(changes.formatted(run, "availability"))).isEqualTo(18);
            assertThat(stock.count(changes.formatted(run, "removed"))).isEqualTo(37);
        }
    }
}
