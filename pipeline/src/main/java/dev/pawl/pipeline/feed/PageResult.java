package dev.pawl.pipeline.feed;

/// What writing a page changed: `unique` items that the run had not seen before, and how many more
/// items of the run need no consolidation.
///
/// `unchanged` is negative if items that were unchanged on an earlier page of the run have changed
/// since.
public record PageResult(long unique, long unchanged) {
    public PageResult {
        if (unique < 0 || unchanged > unique) {
            throw new IllegalArgumentException(
                    "expected 0 or more unique items and at most as many unchanged ones, found %d"
                                    .formatted(unique)
                            + " and "
                            + unchanged);
        }
    }
}
