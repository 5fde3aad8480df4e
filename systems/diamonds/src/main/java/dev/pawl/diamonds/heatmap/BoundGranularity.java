package dev.pawl.diamonds.heatmap;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How a half-open range becomes the inclusive bounds of a supplier.
///
/// @param step the distance between two prices per carat at this supplier, in dollars; 0 if it does
///   not round them
public record BoundGranularity(BigDecimal step) {
    /// First, because the constants below are compared with it.
    private static final BigDecimal CENT = new BigDecimal("0.01");

    /// For a supplier that does not round: neighbours share their boundary, and a stone that lies
    /// exactly on it belongs to both. Nothing is left out; ids are deduplicated.
    public static final BoundGranularity CONTINUOUS = new BoundGranularity(BigDecimal.ZERO);

    /// For a supplier that rounds to cents: every stone belongs to one range.
    public static final BoundGranularity CENTS = new BoundGranularity(CENT);

    public BoundGranularity {
        if (step.signum() < 0 || step.compareTo(CENT) > 0) {
            throw new IllegalArgumentException(
                    "expected a step of 0 to %s dollars, found %s".formatted(CENT, step));
        }
    }

    /// Returns the supplier's bounds for a range.
    public Bounds bounds(PriceRange range) {
        BigDecimal from = BigDecimal.valueOf(range.from(), 2);
        BigDecimal end = range.isOpen() ? null : BigDecimal.valueOf(range.to(), 2).subtract(step);
        return new Bounds(from, end);
    }

    /// Inclusive bounds in dollars per carat.
    ///
    /// @param to null if there is no upper bound
    public record Bounds(BigDecimal from, @Nullable BigDecimal to) {

        /// Returns whether a price per carat lies within.
        public boolean contains(BigDecimal dollars) {
            return dollars.compareTo(from) >= 0 && (to == null || dollars.compareTo(to) <= 0);
        }
    }
}
