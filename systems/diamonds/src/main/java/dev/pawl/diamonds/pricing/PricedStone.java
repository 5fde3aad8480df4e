package dev.pawl.diamonds.pricing;

import dev.pawl.diamonds.stone.Stone;
import java.math.BigDecimal;

/// What the price of a stone depends on.
public record PricedStone(String feed, StoneType type, BigDecimal carat, long costCents) {
    public PricedStone {
        if (costCents < 0 || carat.signum() <= 0) {
            throw new IllegalArgumentException(
                    "expected a cost of 0 or more and a weight above 0, found %d cents and %s carat"
                            .formatted(costCents, carat));
        }
    }

    /// Returns the priced parts of a stone of a feed.
    public static PricedStone of(String feed, Stone stone) {
        return new PricedStone(
                feed, StoneType.of(stone), stone.grading().carat(), stone.offer().priceCents());
    }
}
