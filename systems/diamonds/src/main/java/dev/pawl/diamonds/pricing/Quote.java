package dev.pawl.diamonds.pricing;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A selling price and how it was found; `rule` is null if no rule matched.
public record Quote(
        long costCents,
        long priceCents,
        long perCaratCents,
        BigDecimal markup,
        BigDecimal margin,
        @Nullable PricingRule rule) {

    /// Returns the id of the rule, or an empty text.
    public String ruleId() {
        return rule == null ? "" : rule.id();
    }
}
