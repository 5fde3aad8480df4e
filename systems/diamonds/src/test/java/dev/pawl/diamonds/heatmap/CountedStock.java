package dev.pawl.diamonds.heatmap;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A stock of prices per carat, in millionths of a dollar, that counts like a supplier.
final class CountedStock {
    private static final long CENT = 10_000;

    private final long[] prices;
    private int calls;

    CountedStock(long... millionths) {
        prices = millionths.clone();
        Arrays.sort(prices);
    }

    static CountedStock of(String... dollars) {
        return new CountedStock(
                Arrays.stream(dollars)
                        .mapToLong(text -> new BigDecimal(text).movePointRight(6).longValueExact())
                        .toArray());
    }

    long[] prices() {
        return prices.clone();
    }

    int calls() {
        return calls;
    }

    /// Counts a half-open range exactly.
    long count(PriceRange range) {
        calls++;
        return below(millionths(range.to())) - below(millionths(range.from()));
    }

    /// An open end, and whatever else is too large for this unit, is above every stone.
    private static long millionths(long cents) {
        return cents > Long.MAX_VALUE / CENT ? Long.MAX_VALUE : cents * CENT;
    }

    private long below(long price) {
        int low = 0;
        int high = prices.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (prices[middle] < price) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /// Returns in how many partitions each stone is.
    long[] memberships(List<HeatmapPartition> partitions) {
        return Arrays.stream(prices)
                .map(price -> partitions.stream().filter(p -> isIn(price, p.range())).count())
                .toArray();
    }

    private static boolean isIn(long price, PriceRange range) {
        return price >= millionths(range.from()) && price < millionths(range.to());
    }

    /// Returns how many partitions return each stone, if the supplier gets these bounds.
    long[] fetches(List<HeatmapPartition> partitions, BoundGranularity granularity) {
        List<BoundGranularity.Bounds> bounds =
                partitions.stream().map(each -> granularity.bounds(each.range())).toList();
        return IntStream.range(0, prices.length)
                .mapToLong(i ->
                        bounds.stream()
                                .filter(b -> b.contains(BigDecimal.valueOf(prices[i], 6)))
                                .count())
                .toArray();
    }
}
