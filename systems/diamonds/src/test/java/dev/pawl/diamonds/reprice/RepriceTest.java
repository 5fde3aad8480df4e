package dev.pawl.diamonds.reprice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.diamonds.canonical.Items;
import dev.pawl.diamonds.canonical.StoneSearch;
import dev.pawl.diamonds.canonical.StoneStore;
import dev.pawl.diamonds.pricing.PricingRule;
import dev.pawl.diamonds.pricing.RuleScope;
import dev.pawl.diamonds.rules.PricingImpact;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.diamonds.rules.RuleHits;
import dev.pawl.diamonds.table.DiamondSchema;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.OwnTables;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Applying the rules again, and undoing it.
@Timeout(120)
final class RepriceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Instant AT = StoneStore.START.plusSeconds(10);
    private static final PricingRule DEARER =
            PricingRule.of("dearer", 1, RuleScope.cost(100_000L, 200_000L), "10");

    /// 20 stones without a price, and a rule for all of them.
    private static final OwnTables FILLED =
            new OwnTables(
                    "filled",
                    List.of(
                            List.of(
                                    """
                                    insert into diamond_stones
                                      with recursive n(i) as
                                        (select 1 union all select i + 1 from n where i < 20)
                                      select i, 'natural', 's' || i, 1, 'h', 1, 'ROUND', 500, 'G',
                                        'VS1', 'EXCELLENT', 'GIA', 'c', 'AVAILABLE', 0,
                                        100000 + i * 100, 0, '', 0, '{"carat":"0.5"}', 'r1',
                                        't', 'r1', 't', null from n
                                    """,
                                    """
                                    insert into diamond_rules values ('dearer', 'pricing',
                                      '{"id":"dearer","priority":1,"scope":{},"points":10.0}',
                                      'test', '2026-01-01T00:00:00Z', null)
                                    """)));

    @TempDir private Path directory;

    private static StoneStore filled(Store store, int stones) {
        StoneStore filled = new StoneStore(store);
        filled.page(StoneStore.FEED, "r1", Items.items(0, stones));
        filled.consolidate();
        filled.write(tx -> {
            PricingRules.seed(tx, StoneStore.START);
            PricingRules.seed(tx, StoneStore.START);
            return true;
        });
        return filled;
    }

    private static boolean add(StoneStore stones, PricingRule rule) {
        return stones.write(tx -> {
            PricingRules.add(tx, rule, "test", AT);
            return true;
        });
    }

    /// INV-18: the impact of rules before they are applied.
    @Test
    void aDryRunShowsTheImpactAndChangesNothing() {
        try (StoneStore stones = filled(SqliteStore.open(directory), 1_500)) {
            assertThat(PricingRules.impact(stones.store()::query, AT).changed()).isZero();
            // Costs are 1,000.00 to 2,499.00 by 1.00: 1,000 of them are below 2,000.00.
            PricingImpact impact = PricingRules.test(stones.store()::query, DEARER, AT);
            assertThat(impact.examined()).isEqualTo(1_500);
            assertThat(impact.dearer()).isEqualTo(1_000);
            assertThat(impact.cheaper()).isZero();
            assertThat(impact.totalAfterCents() - impact.totalBeforeCents())
                    .isBetween(10_490_000L, 10_500_000L);
            assertThat(impact.warnings()).isEmpty();
            PricingRule rival = PricingRule.of("rival", 100, RuleScope.ANY, "1");
            assertThat(PricingRules.test(stones.store()::query, rival, AT).warnings()).hasSize(7);
            assertThat(PricingRules.impact(stones.store()::query, AT).changed()).isZero();
            assertThat(PricingRules.stats(stones.store()::query))
                    .extracting(RuleHits::rule, RuleHits::stones)
                    .containsExactly(tuple("bracket-3", 1_500L));
        }
    }

    @Test
    void aRuleIsAddedOnceAndRetired() {
        try (StoneStore stones = filled(SqliteStore.open(directory), 1)) {
            add(stones, DEARER);
            assertThatThrownBy(() -> add(stones, DEARER))
                    .hasStackTraceContaining("expected a new id, found a rule 'dearer'");
            assertThat(PricingRules.pricing(stones.store()::query, AT)).hasSize(8).contains(DEARER);
            assertThat(PricingRules.pricing(stones.store()::query, StoneStore.START)).hasSize(7);
            assertThat(PricingRules.rating(stones.store()::query, AT)).hasSize(3);
            boolean retired =
                    stones.write(tx -> PricingRules.retire(tx, "dearer", AT.plusSeconds(5)));
            assertThat(retired).isTrue();
            assertThat(PricingRules.pricing(stones.store()::query, AT.plusSeconds(5))).hasSize(7);
            // The rules of a past moment can still be found.
            assertThat(PricingRules.pricing(stones.store()::query, AT)).hasSize(8);
        }
    }

    /// INV-19, D17: upstream never applies a new rule to a stone whose payload is as before.
    @Test
    void aNewRuleIsAppliedToAllStonesAndReverted() throws Exception {
        StoneStore stones = filled(SqliteStore.open(directory), 2_500);
        String before = prices(stones);
        add(stones, DEARER);
        try (Engine engine =
                Engine.open(
                        stones.store(),
                        options -> {
                            options.tables(DiamondSchema.TABLES);
                            options.machines(RepriceMachine.MACHINE, RevertMachine.MACHINE);
                        })) {
            RunId job = engine.start(RepriceMachine.start(new RepriceRequest(AT, "test")));
            RepriceResponse applied = engine.await(RepriceMachine.MACHINE, job, SOON);
            assertThat(applied).isEqualTo(new RepriceResponse(job.toString(), 1_000));
            assertThat(prices(stones)).isNotEqualTo(before);
            assertThat(PricingRules.impact(engine::query, AT).changed()).isZero();
            assertThat(stones.queries().search(StoneSearch.all()).getFirst().priceCents())
                    .isEqualTo(150_000);
            RunId undo =
                    engine.start(
                            RevertMachine.start(new RevertRequest(job.toString(), "a mistake")));
            assertThat(engine.await(RevertMachine.MACHINE, undo, SOON).changed()).isEqualTo(1_000);
            assertThat(prices(stones)).isEqualTo(before);
        }
    }

    private static String prices(StoneStore stones) {
        return stones.text(
                "select group_concat(price_cents || rule_id || rating, ',') from diamond_stones");
    }

    /// D24: upstream's jobs stay "running" after a crash.
    @Test
    void aJobSurvivesACrashAtEveryWrite() {
        CrashMatrix.Summary summary =
                CrashMatrix.of(RepriceMachine.machine(8), new RepriceRequest(AT, "test"))
                        .options(options -> options.tables(DiamondSchema.TABLES).tables(FILLED))
                        .on(SqliteStores.of(SqliteStore::open))
                        .querying(
                                "select count(*), sum(price_cents) from diamond_stones",
                                row -> row.number(1) + " stones, " + row.number(2))
                        .querying(
                                "select count(*) from diamond_changes where kind = 'price'",
                                row -> row.number(1) + " changes")
                        .check();
        assertThat(summary.writes()).isGreaterThan(4);
        assertThat(summary.seen().toString()).contains("20 stones", "20 changes");
    }
}
