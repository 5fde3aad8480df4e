package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pricing rules in effect at one moment; the first that matches decides.
public final class PriceList {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int RATIO_DECIMALS = 4;
    private static final long[] BRACKETS = {
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000
    };
    private static final String[] BRACKET_POINTS = {"6", "6", "3", "0", "-4", "-9", "-14"};
    private static final int BRACKET_PRIORITY = 100;

    private final List<PricingRule> rules;
    private final ExchangeRates rates;

    private PriceList(List<PricingRule> rules, ExchangeRates rates) {
        this.rules = rules;
        this.rates = rates;
    }

    /// Returns the list of the rules that are in effect at `at`, for costs in US dollars.
    public static PriceList at(Instant at, Collection<PricingRule> rules) {
        return at(at, rules, ExchangeRates.NONE);
    }

    /// Returns the list of the rules that are in effect at `at`, for feeds in any currency.
    public static PriceList at(Instant at, Collection<PricingRule> rules, ExchangeRates rates) {
        return new PriceList(
                rules.stream()
                        .filter(rule -> rule.isInEffect(at))
                        .sorted(PricingRule.ORDER)
                        .toList(),
                rates);
    }

    /// Returns the rules of a new installation: the margin falls as the cost rises.
    public static List<PricingRule> brackets() {
        List<PricingRule> rules = new ArrayList<>();
        for (int i = 0; i <= BRACKETS.length; i++) {
            @Nullable Long from = i == 0 ? null : Long.valueOf(BRACKETS[i - 1]);
            @Nullable Long to = i == BRACKETS.length ? null : Long.valueOf(BRACKETS[i]);
            rules.add(
                    PricingRule.of(
                            "bracket-" + (i + 1),
                            BRACKET_PRIORITY,
                            RuleScope.cost(from, to),
                            BRACKET_POINTS[i]));
        }
        return rules;
    }

    /// Returns the pairs of rules that claim the same stones with the same priority.
    public static List<String> overlaps(List<PricingRule> rules) {
        List<String> warnings = new ArrayList<>();
        List<PricingRule> sorted = rules.stream().sorted(PricingRule.ORDER).toList();
        for (int i = 0; i < sorted.size(); i++) {
            for (int j = i + 1; j < sorted.size(); j++) {
                PricingRule first = sorted.get(i);
                PricingRule second = sorted.get(j);
                if (first.competesWith(second)) {
                    warnings.add(
                            "%s and %s both have priority %d and share stones; %s decides"
                                    .formatted(
                                            first.id(), second.id(), first.priority(), first.id()));
                }
            }
        }
        return warnings;
    }

    /// Returns the price of a stone in US dollars. Throws if its feed is in a currency without a
    /// rate.
    public Quote quote(PricedStone offered) {
        PricedStone stone = rates.converted(offered);
        PricingRule rule = rule(stone);
        BigDecimal margin = stone.type().baseMargin();
        if (rule != null) margin = margin.add(rule.points());
        BigDecimal cost = BigDecimal.valueOf(stone.costCents());
        long price = Money.round(cost.multiply(HUNDRED.add(margin)).divide(HUNDRED));
        BigDecimal sold = BigDecimal.valueOf(price);
        long perCarat = sold.divide(stone.carat(), 0, RoundingMode.HALF_UP).longValueExact();
        BigDecimal markup =
                cost.signum() == 0
                        ? BigDecimal.ZERO
                        : sold.divide(cost, RATIO_DECIMALS, RoundingMode.HALF_UP);
        return new Quote(stone.costCents(), price, perCarat, markup, margin, rule);
    }

    private @Nullable PricingRule rule(PricedStone stone) {
        for (PricingRule rule : rules) {
            if (rule.scope().contains(stone)) return rule;
        }
        return null;
    }

    /// Returns the price of a stone in words: each rule that was tried, and the arithmetic.
    public List<String> explain(PricedStone offered) {
        List<String> lines = new ArrayList<>();
        PricedStone stone = rates.converted(offered);
        String currency = rates.currency(stone.feed());
        if (!currency.equals(ExchangeRate.BASE)) {
            lines.add(
                    "%s %s × %s = %s %s"
                            .formatted(
                                    Money.text(offered.costCents()),
                                    currency,
                                    rates.rate(stone.feed()).toPlainString(),
                                    Money.text(stone.costCents()),
                                    ExchangeRate.BASE));
        }
        Quote quote = quote(offered);
        for (PricingRule rule : rules) {
            boolean matches = rule.scope().contains(stone);
            lines.add(
                    "rule %s (priority %d, %s): %s"
                            .formatted(
                                    rule.id(),
                                    rule.priority(),
                                    rule.scope().text(),
                                    matches ? "matches, " + points(rule) : "does not match"));
            if (matches) break;
        }
        if (quote.rule() == null) lines.add("no rule matches: the base margin stays");
        lines.add(
                "%s × (100 + %s) %% = %s"
                        .formatted(
                                Money.text(quote.costCents()),
                                quote.margin().toPlainString(),
                                Money.text(quote.priceCents())));
        return lines;
    }

    private static String points(PricingRule rule) {
        String sign = rule.points().signum() > 0 ? "+" : "";
        return sign + rule.points().toPlainString() + " points";
    }
}
