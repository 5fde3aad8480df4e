package dev.pawl.diamonds.stone;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The proportions of a cut stone: percentages of its width, and angles in degrees.
public record Proportions(
        @Nullable BigDecimal table,
        @Nullable BigDecimal depthPercentage,
        @Nullable BigDecimal crownAngle,
        @Nullable BigDecimal crownHeight,
        @Nullable BigDecimal pavilionAngle,
        @Nullable BigDecimal pavilionDepth,
        @Nullable String girdle,
        @Nullable String culet) {}
