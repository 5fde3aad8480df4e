/// Selling prices: from a supplier's price, by rules; pure.
///
/// Start with `PriceList`, which holds the rules in effect at a moment and quotes a price with its
/// reason. What must stay true: money is integer cents at rest and `BigDecimal` in between, rounded
/// half up once, at the end; the same rules give the same price in any order of loading.
@NullMarked
package dev.pawl.diamonds.pricing;

import org.jspecify.annotations.NullMarked;
