package dev.pawl.diamonds.supplier;

/// A request for one page of stones.
///
/// @param offset how many stones of the query come before the page
/// @param limit the largest number of items, 1 to [#LIMIT_MAX]
public record PageQuery(StoneFilter filter, long offset, int limit, StoneOrder order) {
    /// The largest page of the contract.
    public static final int LIMIT_MAX = 50;

    public PageQuery {
        if (offset < 0 || offset > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "expected an offset of 0 to %d, found %d".formatted(Integer.MAX_VALUE, offset));
        }
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException(
                    "expected a limit of 1 to %d, found %d".formatted(LIMIT_MAX, limit));
        }
    }
}
