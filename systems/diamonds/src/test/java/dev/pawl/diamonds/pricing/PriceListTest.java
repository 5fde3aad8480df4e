package dev.pawl.diamonds.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Selling prices by rules.
final class PriceListTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    private static PricedStone stone(StoneType type, long cents) {
        return new PricedStone("feed", type, new BigDecimal("0.5"), cents);
    }

    private static PriceList list(PricingRule... rules) {
        return PriceList.at(NOW, List.of(rules));
    }

    @ParameterizedTest
    @CsvSource({
        // Each bracket at its first and last cent; natural stones have a base margin of 40 %.
        "1, 1, bracket-1",
        "49999, 72999, bracket-1",
        "50000, 73000, bracket-2",
        "99999, 145999, bracket-2",
        "100000, 143000, bracket-3",
        "249999, 357499, bracket-3",
        "250000, 350000, bracket-4",
        "499999, 699999, bracket-4",
        "500000, 680000, bracket-5",
        "999999, 1359999, bracket-5",
        "1000000, 1310000, bracket-6",
        "2499999, 3274999, bracket-6",
        "2500000, 3150000, bracket-7",
        "999999999999, 1259999999999, bracket-7",
    })
    void bracketsLeaveNoGap(long cost, long price, String rule) {
        Quote quote = PriceList.at(NOW, PriceList.brackets()).quote(stone(StoneType.NATURAL, cost));
        assertThat(quote.priceCents()).isEqualTo(price);
        assertThat(quote.ruleId()).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({"NATURAL, 140000", "LAB, 179000", "FANCY, 140000"})
    void withoutARuleTheBaseMarginStays(StoneType type, long price) {
        Quote quote = list().quote(stone(type, 100_000));
        assertThat(quote.priceCents()).isEqualTo(price);
        assertThat(quote.rule()).isNull();
    }

    /// INV-17: binary fractions give 1.005 × 100 = 100.49999999999999 and lose the cent.
    @Test
    void halfACentIsRoundedUp() {
        PricingRule half = PricingRule.of("half", 1, RuleScope.ANY, "-39.5");
        assertThat(list(half).quote(stone(StoneType.NATURAL, 100)).priceCents()).isEqualTo(101);
        assertThat(list(half).quote(stone(StoneType.NATURAL, 99)).priceCents()).isEqualTo(99);
        PricingRule exact = PricingRule.of("exact", 1, RuleScope.ANY, "-39.0");
        assertThat(list(exact).quote(stone(StoneType.NATURAL, 50)).priceCents()).isEqualTo(51);
    }

    @Test
    void aQuoteHasThePricePerCaratAndTheMarkup() {
        Quote quote = list().quote(stone(StoneType.NATURAL, 100_001));
        assertThat(quote.priceCents()).isEqualTo(140_001);
        assertThat(quote.perCaratCents()).isEqualTo(280_002);
        assertThat(quote.markup()).isEqualByComparingTo("1.4000");
    }

    /// INV-18: the first rule by priority and id.
    @Test
    void theFirstMatchingRuleByPriorityDecides() {
        PricingRule any = PricingRule.of("any", 2, RuleScope.ANY, "1");
        PricingRule lab =
                PricingRule.of("lab", 1, new RuleScope(StoneType.LAB, null, null, null), "2");
        PricingRule feed = PricingRule.of("feed", 0, new RuleScope(null, "other", null, null), "3");
        assertThat(list(any, lab, feed).quote(stone(StoneType.LAB, 100)).ruleId()).isEqualTo("lab");
        assertThat(list(any, lab, feed).quote(stone(StoneType.NATURAL, 100)).ruleId())
                .isEqualTo("any");
    }

    @Test
    void aRuleIsInEffectFromItsStartToBeforeItsEnd() {
        PricingRule rule =
                new PricingRule("june", 1, RuleScope.ANY, BigDecimal.TEN, NOW, NOW.plusSeconds(10));
        for (int second : new int[] {-1, 0, 9, 10}) {
            Quote quote =
                    PriceList.at(NOW.plusSeconds(second), List.of(rule))
                            .quote(stone(StoneType.NATURAL, 100));
            assertThat(quote.ruleId()).isEqualTo(second == 0 || second == 9 ? "june" : "");
        }
    }

    @Test
    void theOrderOfLoadingNeverDecides() {
        Seeds.each(
                50,
                seed -> {
                    RandomGenerator random =
                            RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
                    List<PricingRule> rules = new ArrayList<>();
                    for (int i = 0; i < 6; i++) {
                        long from = random.nextLong(0, 500);
                        rules.add(
                                new PricingRule(
                                        "rule-" + i,
                                        random.nextInt(2),
                                        RuleScope.cost(from, from + random.nextLong(1, 1_000)),
                                        BigDecimal.valueOf(random.nextInt(-20, 20)),
                                        random.nextBoolean() ? null : NOW.minusSeconds(i / 2),
                                        null));
                    }
                    PriceList first = PriceList.at(NOW, rules);
                    List<PricingRule> shuffled = new ArrayList<>(rules);
                    Collections.shuffle(shuffled, java.util.Random.from(random));
                    PriceList second = PriceList.at(NOW, shuffled);
                    for (long cost = 0; cost < 1_500; cost += 7) {
                        PricedStone stone = stone(StoneType.NATURAL, cost);
                        assertThat(second.quote(stone)).isEqualTo(first.quote(stone));
                    }
                });
    }

    /// INV-18: overlaps are reported.
    @Test
    void rulesThatCompeteAreNamed() {
        PricingRule low = PricingRule.of("low", 1, RuleScope.cost(null, 100L), "1");
        PricingRule high = PricingRule.of("high", 1, RuleScope.cost(100L, null), "1");
        PricingRule middle = PricingRule.of("middle", 1, RuleScope.cost(99L, 100L), "1");
        PricingRule other = PricingRule.of("other", 2, RuleScope.ANY, "1");
        PricingRule past = new PricingRule("past", 1, RuleScope.ANY, BigDecimal.ONE, null, NOW);
        PricingRule later =
                new PricingRule("later", 1, RuleScope.cost(200L, null), BigDecimal.ONE, NOW, null);
        assertThat(PriceList.overlaps(List.of(low, high, other))).isEmpty();
        assertThat(PriceList.overlaps(List.of(low, high, middle)))
                .containsExactly(
                        "low and middle both have priority 1 and share stones; low decides");
        assertThat(PriceList.overlaps(List.of(past, later))).isEmpty();
        assertThat(PriceList.overlaps(PriceList.brackets())).isEmpty();
    }

    @Test
    void anExplanationNamesTheRulesAndTheArithmetic() {
        assertThat(
                        PriceList.at(NOW, PriceList.brackets())
                                .explain(stone(StoneType.NATURAL, 60_000)))
                .containsExactly(
                        "rule bracket-1 (priority 100, any stone below 500.00): does not match",
                        "rule bracket-2 (priority 100, any stone from 500.00 below 1000.00):"
                                + " matches, +6 points",
                        "600.00 × (100 + 46) % = 876.00");
        assertThat(list().explain(stone(StoneType.LAB, 100)))
                .containsExactly(
                        "no rule matches: the base margin stays", "1.00 × (100 + 79) % = 1.79");
    }

    @Test
    void impossibleRulesAreRefused() {
        assertThatThrownBy(() -> RuleScope.cost(5L, 5L)).hasMessageContaining("found 5 to 5");
        assertThatThrownBy(() -> PricingRule.of(" ", 1, RuleScope.ANY, "1"))
                .hasMessageContaining("expected an id");
        assertThatThrownBy(() -> PricingRule.of("a", 1, RuleScope.ANY, "1e9"))
                .hasMessageContaining("percentage points");
        assertThatThrownBy(() -> new PricingRule("a", 1, RuleScope.ANY, BigDecimal.ONE, NOW, NOW))
                .hasMessageContaining("to start before it ends");
    }
}
