package dev.pawl.pipeline.feed;

/// What writing a page changed: `unique` items that the run had not seen before, of which
/// `unchanged` need no consolidation.
public record PageResult(long unique, long unchanged) {
    public PageResult {
        if (unchanged < 0 || unique < unchanged) {
            throw new IllegalArgumentException(
                    "expected 0 or more unchanged items and at least as many unique ones, found %d"
                                    .formatted(unchanged)
                            + " and "
                            + unique);
        }
    }
}
