package dev.pawl.diamonds.stone;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// The size of a stone in millimetres.
public record Dimensions(
        @Nullable BigDecimal length, @Nullable BigDecimal width, @Nullable BigDecimal depth) {
    private static final int RATIO_DECIMALS = 3;

    /// Returns length divided by width with 3 decimals; null if a side is not known or zero.
    public @Nullable BigDecimal ratio() {
        if (length == null || width == null || length.signum() <= 0 || width.signum() <= 0) {
            return null;
        }
        return length.divide(width, RATIO_DECIMALS, RoundingMode.HALF_UP);
    }
}
