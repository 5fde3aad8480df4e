package dev.pawl.diamonds.heatmap;

/// A range, and how many stones it has.
public record CountedRange(PriceRange range, long stones) {

    /// Returns whether its stones cannot be separated, because they all have one price.
    boolean isTie() {
        return stones > 1 && range.isSinglePrice();
    }
}
