package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.feed.FeedSettings;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.pricing.RuleScope;
import dev.pawl.diamonds.reprice.RepriceMachine;
import dev.pawl.diamonds.reprice.RepriceRequest;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.settings.PipelineSettings.ConsolidationSettings;
import dev.pawl.pipeline.settings.PipelineSettings.RunSettings;
import dev.pawl.run.Run;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.SqliteStores;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The feed itself, with its client and a supplier over HTTP, killed before and after each durable
/// write of its runs, consolidations, watermarks, orders and price jobs.
@Timeout(600)
final class CrashTest {
    private static final String FEED = DiamondsOptions.FEED;
    private static final int STONES = 70;

    /// Every n-th moment is tested, of those before and those after a write.
    private static final int EVERY = Rounds.areTimed() ? 1 : 9;

    /// Virtual time starts here; stones of the first stock are older.
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    private static final String OLD = "2024-06-01T00:00:00Z";
    private static final String NEW = START.plusSeconds(3_600).toString();

    /// A whole run: two partitions, a quarantined stone, one watermark.
    @Test
    @Tag("volume")
    void aFullRunEndsTheSameWhereverItIsKilled() throws IOException {
        try (StagedSupplier supplier = new StagedSupplier(stock(first()));
                Diamonds diamonds = diamonds(supplier)) {
            Machine<String, String> drive =
                    Machine.named("drive", String.class, String.class)
                            .step("load", a -> started(a, diamonds.start(RunRequest.full(FEED))))
                            .await("loading", w -> w.children(Join.all(), "done"))
                            .step("done", Attempt::next)
                            .build();
            CrashMatrix.Summary summary = matrix(diamonds, supplier, drive).check();
            assertThat(summary.writes()).isGreaterThan(15);
            assertThat(summary.seen().toString())
                    .contains("[69 live, 0 removed]", "nivoda 1", "price: expected", "2 2 0 0 0");
            print("a full run", summary);
        }
    }

    /// A second full run with removals and changes, an incremental one, a new rule, and its prices.
    @Test
    @Tag("volume")
    void laterRunsAndAPriceJobEndTheSameWhereverTheyAreKilled() throws IOException {
        try (StagedSupplier supplier =
                        new StagedSupplier(stock(first()), stock(second()), stock(third()));
                Diamonds diamonds = diamonds(supplier)) {
            CrashMatrix.Summary summary =
                    matrix(diamonds, supplier, chain(diamonds, supplier)).check();
            assertThat(summary.seen().toString())
                    .contains("[67 live, 5 removed]", "nivoda 3", "dearer 67");
            print("three runs, an order and a price job", summary);
        }
    }

    private static Machine<String, String> chain(Diamonds diamonds, StagedSupplier supplier) {
        PricingRule dearer = PricingRule.of("dearer", 1, RuleScope.ANY, "10");
        DiamondOrder order = DiamondOrder.add(dearer, "test", "a test");
        return Machine.named("drive", String.class, String.class)
                .step("load", a -> started(a, diamonds.start(RunRequest.full(FEED))))
                .await("loading", w -> w.children(Join.all(), "again"))
                .step(
                        "again",
                        a -> {
                            supplier.show(1);
                            return started(a, diamonds.start(RunRequest.full(FEED)));
                        })
                .await("loading-again", w -> w.children(Join.all(), "update"))
                .step(
                        "update",
                        a -> {
                            supplier.show(2);
                            return started(a, diamonds.start(RunRequest.incremental(FEED)));
                        })
                .await("updating", w -> w.children(Join.all(), "rule"))
                .step("rule", a -> started(a, DiamondOrderMachine.start(order)))
                .await("ruling", w -> w.children(Join.all(), "reprice"))
                .step(
                        "reprice",
                        a -> {
                            RepriceRequest job = new RepriceRequest(a.now(), "test");
                            return started(a, RepriceMachine.start(job));
                        })
                .await("repricing", w -> w.children(Join.all(), "done"))
                .step("done", Attempt::next)
                .build();
    }

    private static Outcome<String> started(Attempt<String, String> attempt, Start<?> child) {
        return attempt.next().starting(child);
    }

    private static Diamonds diamonds(StagedSupplier supplier) {
        HeatmapOptions heatmap = new HeatmapOptions(2, 10, 10, List.of(100_000L));
        return Diamonds.of(options -> {
            options.supplier(
                    FeedSettings.of(FEED).heatmap(heatmap),
                    SupplierAccess.of(supplier.url(), "user", "secret"));
            options.rate(0);
            options.pipeline(pipeline ->
                    pipeline.run(
                                    new RunSettings(
                                            Duration.ofMinutes(15),
                                            20,
                                            Duration.ofHours(24),
                                            Duration.ofMinutes(30)))
                            .consolidation(new ConsolidationSettings(2, 40, 3, 0.05, 0, 0.2)));
        });
    }

    private static CrashMatrix matrix(
            Diamonds diamonds, StagedSupplier supplier, Machine<String, String> drive) {
        CrashMatrix matrix =
                CrashMatrix.of(drive, "go")
                        .on(SqliteStores.of(SqliteStore::open))
                        .options(diamonds::register)
                        .fresh(() -> supplier.show(0))
                        .comparing(CrashTest::end);
        return comparingRuns(comparingStones(matrix)).within(Duration.ofDays(3)).every(EVERY);
    }

    private static CrashMatrix comparingStones(CrashMatrix matrix) {
        return matrix.querying(
                        "select stone_id, supplier_price_cents, price_cents, rule_id, rating,"
                                + " availability, removed_at is null, revision"
                                + " from diamond_stones order by stone_id",
                        row ->
                                "%s %d %d %s %d %s %d %d"
                                        .formatted(
                                                row.text(1),
                                                row.number(2),
                                                row.number(3),
                                                row.text(4),
                                                row.number(5),
                                                row.text(6),
                                                row.number(7),
                                                row.number(8)))
                .querying(
                        "select count(*) - count(removed_at), count(removed_at)"
                                + " from diamond_stones",
                        row -> "%d live, %d removed".formatted(row.number(1), row.number(2)))
                .querying(
                        "select rule_id, count(*) from diamond_stones where removed_at is null"
                                + " group by rule_id order by rule_id",
                        row -> row.text(1) + " " + row.number(2))
                .querying(
                        "select r.stone_id, c.kind, c.fields from diamond_changes c"
                                + " join diamond_raw r on r.number = c.stone order by 1, 2, 3",
                        row -> row.text(1) + " " + row.text(2) + " " + row.text(3))
                .querying(
                        "select stone_id, field, reason from diamond_quarantine order by stone_id",
                        row -> row.text(1) + " " + row.text(2) + ": " + row.text(3));
    }

    private static CrashMatrix comparingRuns(CrashMatrix matrix) {
        return matrix.querying(
                        "select count(*) from diamond_pages where done_at is null",
                        row -> row.number(1) + " open pages")
                .querying(
                        "select expected_workers, completed_workers, failed_workers,"
                                + " completed_at is null, watermark_after is null"
                                + " from run_metadata order by 1, 2, 3, 4, 5",
                        row ->
                                "%d %d %d %d %d"
                                        .formatted(
                                                row.number(1),
                                                row.number(2),
                                                row.number(3),
                                                row.number(4),
                                                row.number(5)))
                .querying(
                        "select m.run_type, w.partition_id, w.status, w.records_processed"
                                + " from worker_runs w join run_metadata m on m.run_id = w.run_id"
                                + " order by 1, 2, 3, 4",
                        row ->
                                "%s %s %s %d"
                                        .formatted(
                                                row.text(1),
                                                row.text(2),
                                                row.text(3),
                                                row.number(4)))
                .querying(
                        "select feed, version from pipeline_watermark_history order by version",
                        row -> row.text(1) + " " + row.number(2));
    }

    private static String end(Run run) {
        return "%s %s %s".formatted(run.machine(), run.status(), run.state());
    }

    private static void print(String what, CrashMatrix.Summary summary) {
        IO.println(
                "CrashTest of diamonds: volume: %d trials of %d writes of %s"
                        .formatted(summary.trials(), summary.writes(), what));
    }

    private static SimulatorOptions stock(List<String> items) {
        return SimulatorOptions.of(new StockSource.Items(items));
    }

    /// 69 stones, and one without a price.
    private static List<String> first() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < STONES - 1; i++) items.add(item(i, 50_000 + 1_500L * i, OLD));
        items.add(item(STONES - 1, -5, OLD));
        return items;
    }

    /// Five stones are gone, three are more expensive.
    private static List<String> second() {
        List<String> items = new ArrayList<>(first().subList(5, STONES));
        for (int i : new int[] {10, 40, 60}) items.set(i - 5, item(i, 77_700 + i, NEW));
        return items;
    }

    /// Two stones are new; the stone without a price gets one.
    private static List<String> third() {
        List<String> items = new ArrayList<>(second());
        items.set(items.size() - 1, item(STONES - 1, 60_000, NEW));
        IntStream.of(STONES, STONES + 1).forEach(i -> items.add(item(i, 90_000 + i, NEW)));
        return items;
    }

    private static String item(int number, long cents, String updated) {
        return """
        {"id":"DIAMOND/%04d","price":%d,"updated_at":"%s","diamond":{"id":"%04d",\
        "availability":"AVAILABLE","certificate":{"lab":"GIA","certNumber":"%d","shape":"ROUND",\
        "carats":1.0,"cut":"EX","color":"G","clarity":"VS1"}}}\
        """
                .formatted(number, cents, updated, number, 1_000_000 + number);
    }
}
