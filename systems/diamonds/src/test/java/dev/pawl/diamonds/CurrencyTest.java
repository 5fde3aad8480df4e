package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.feed.FeedSettings;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.reprice.RepriceMachine;
import dev.pawl.diamonds.reprice.RepriceRequest;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.engine.Engine;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.watermark.Watermark;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// INV-17: a supplier whose prices are not in US dollars.
@Timeout(120)
final class CurrencyTest {
    private static final String FEED = "antwerp";
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir Path home;

    private static Diamonds diamonds(SupplierSimulator simulator) {
        return Diamonds.of(options -> {
            options.supplier(
                    FeedSettings.of(FEED).currency("EUR"),
                    SupplierAccess.of(simulator.url(), "user", "secret"));
            options.rate(0).pipeline(pipeline -> pipeline.pages(LoadedStock.quick()));
        });
    }

    private static Run add(Engine engine, String rate, Instant from) throws InterruptedException {
        ExchangeRate added = new ExchangeRate("EUR", new BigDecimal(rate), from);
        RunId order =
                engine.start(DiamondOrderMachine.start(DiamondOrder.add(added, "test", "a test")));
        return engine.awaitEnd(order, SOON).orElseThrow();
    }

    private static long sum(Engine engine, String column) {
        return engine.query(
                        "select coalesce(sum(%s), 0) from diamond_stones".formatted(column),
                        row -> row.number(1))
                .getFirst();
    }

    /// A run without a rate fails before it prices anything; with one, the same stones are priced
    /// in dollars, and a later rate is applied by a price job.
    @Test
    void stonesArePricedInDollarsByTheRateInEffect() throws Exception {
        try (SupplierSimulator simulator =
                        SupplierSimulator.start(
                                SimulatorOptions.of(new StockSource.Seeded(1, 200)));
                Diamonds diamonds = diamonds(simulator);
                Engine engine = Engine.open(SqliteStore.open(home), diamonds::register)) {
            Run none = load(engine, diamonds);
            assertThat(none.status()).isNotEqualTo(RunStatus.COMPLETED);
            assertThat(none.failure().orElseThrow().message())
                    .contains("expected an exchange rate of EUR");
            assertThat(Watermark.find(engine::query, FEED)).isEmpty();
            assertThat(sum(engine, "1")).isZero();

            Instant start = Instant.now();
            assertThat(add(engine, "1", start).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(load(engine, diamonds).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(sum(engine, "1")).isEqualTo(200);
            long cost = sum(engine, "supplier_price_cents");
            long before = sum(engine, "price_cents");

            assertThat(add(engine, "3", start).failure().orElseThrow().message())
                    .contains("expected a new time of a rate of EUR");
            assertThat(add(engine, "2", Instant.now()).status()).isEqualTo(RunStatus.COMPLETED);
            Instant now = Instant.now();
            assertThat(PricingRules.impact(engine::query, now).dearer()).isEqualTo(200);
            RunId job = engine.start(RepriceMachine.start(new RepriceRequest(now, "rates")));
            assertThat(engine.await(RepriceMachine.MACHINE, job, SOON).changed()).isEqualTo(200);
            assertThat(sum(engine, "supplier_price_cents")).isEqualTo(cost);
            // Twice the cost, and a smaller margin for those in a higher bracket.
            assertThat(sum(engine, "price_cents"))
                    .isGreaterThan(before * 3 / 2)
                    .isLessThanOrEqualTo(before * 2);
        }
    }

    private static Run load(Engine engine, Diamonds diamonds) throws InterruptedException {
        RunId id = engine.start(diamonds.start(RunRequest.full(FEED)));
        return engine.awaitEnd(id, SOON).orElseThrow();
    }
}
