package dev.pawl.diamonds.pricing;

import dev.pawl.diamonds.stone.Stone;
import java.math.BigDecimal;

/// The kind of stone that decides the base margin.
public enum StoneType {
    NATURAL(40),
    LAB(79),
    FANCY(40);

    private final BigDecimal baseMargin;

    StoneType(int percent) {
        this.baseMargin = BigDecimal.valueOf(percent);
    }

    /// Returns the type of a stone; a fancy colour decides before its origin.
    public static StoneType of(Stone stone) {
        if (stone.grading().colour().isFancy()) return FANCY;
        return stone.isLabGrown() ? LAB : NATURAL;
    }

    /// Returns the margin in percent before any rule.
    public BigDecimal baseMargin() {
        return baseMargin;
    }
}
