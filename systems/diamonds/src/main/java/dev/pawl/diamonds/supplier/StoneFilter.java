package dev.pawl.diamonds.supplier;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which stones a request is about: bounds of the price per carat in dollars and of the time of the
/// last update. All bounds are inclusive, as the supplier's are; null means none.
public record StoneFilter(
        @Nullable BigDecimal caratPriceFrom,
        @Nullable BigDecimal caratPriceTo,
        @Nullable Instant updatedFrom,
        @Nullable Instant updatedTo) {
    /// All stones.
    public static final StoneFilter ALL = new StoneFilter(null, null, null, null);

    public StoneFilter {
        requireOrder(caratPriceFrom, caratPriceTo, "price per carat");
        requireOrder(updatedFrom, updatedTo, "time of update");
    }

    /// Returns this filter with bounds of the price per carat, in dollars.
    public StoneFilter caratPrice(@Nullable BigDecimal from, @Nullable BigDecimal to) {
        return new StoneFilter(from, to, updatedFrom, updatedTo);
    }

    /// Returns this filter with bounds of the time of the last update.
    public StoneFilter updated(@Nullable Instant from, @Nullable Instant to) {
        return new StoneFilter(caratPriceFrom, caratPriceTo, from, to);
    }

    private static <T extends Comparable<T>> void requireOrder(
            @Nullable T from, @Nullable T to, String what) {
        if (from != null && to != null && from.compareTo(to) > 0) {
            throw new IllegalArgumentException(
                    "expected a %s from a lower bound to a higher one, found %s to %s"
                            .formatted(what, from, to));
        }
    }
}
