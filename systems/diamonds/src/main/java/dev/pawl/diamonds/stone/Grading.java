package dev.pawl.diamonds.stone;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How a laboratory graded a stone, in normal form; a grade that the certificate lacks is null.
public record Grading(
        String shape,
        BigDecimal carat,
        StoneColour colour,
        @Nullable String clarity,
        @Nullable String cut,
        @Nullable String polish,
        @Nullable String symmetry,
        @Nullable String fluorescence) {}
