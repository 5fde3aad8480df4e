package dev.pawl.diamonds.heatmap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Splits ranges, the one with the most stones first, until all are small or the counts are used
/// up.
///
/// @param <X> how a count fails
final class HeatmapScan<X extends Exception> {
    /// Ranges this small, as a share of a partition, join to partitions of nearly the same size.
    private static final double SMALL = 0.5;

    private static final long FACTOR = 4;
    private static final long STEP = 2_500;

    private final HeatmapOptions options;
    private final CountFunction<X> supplier;
    private final List<CountedRange> ranges = new ArrayList<>();
    private int calls;

    HeatmapScan(HeatmapOptions options, CountFunction<X> supplier) {
        this.options = options;
        this.supplier = supplier;
    }

    /// Returns neighbours that cover every price.
    List<CountedRange> run() throws X, InterruptedException {
        long total = count(PriceRange.ALL);
        ranges.add(new CountedRange(PriceRange.ALL, total));
        int wanted = Heatmap.wanted(options, total);
        double small = SMALL * total / wanted;
        while (wanted > 1 && calls < options.callsMax()) {
            Optional<CountedRange> largest =
                    ranges.stream()
                            .filter(each -> each.stones() > Math.max(1, small))
                            .filter(each -> !each.range().isSinglePrice())
                            .max(Comparator.comparingLong(CountedRange::stones));
            if (largest.isEmpty()) break;
            split(largest.get());
        }
        return List.copyOf(ranges);
    }

    int calls() {
        return calls;
    }

    /// Counts the lower part; the rest of the stones must be in the upper one. If the stock has
    /// moved meanwhile the numbers are a little wrong, which partitions must bear anyway.
    private void split(CountedRange whole) throws X, InterruptedException {
        long price = splitPrice(whole.range());
        PriceRange below = whole.range().below(price);
        long stones = count(below);
        int at = ranges.indexOf(whole);
        ranges.set(at, new CountedRange(below, stones));
        long rest = Math.max(0, whole.stones() - stones);
        ranges.add(at + 1, new CountedRange(whole.range().from(price), rest));
    }

    private long count(PriceRange range) throws X, InterruptedException {
        calls++;
        return Math.max(0, supplier.count(range));
    }

    /// Returns the middle one of the edges inside a range, or its middle if there is none.
    private long splitPrice(PriceRange range) {
        List<Long> inside =
                options.zoneEdges().stream()
                        .filter(edge -> edge > range.from() && edge < range.to())
                        .toList();
        if (!inside.isEmpty()) return inside.get(inside.size() / 2);
        if (!range.isOpen()) return range.from() + (range.to() - range.from()) / 2;
        // Above the last edge each count moves up by a factor.
        boolean isFar = range.from() > PriceRange.OPEN / (2 * FACTOR);
        return isFar
                ? PriceRange.OPEN / 2 + range.from() / 2
                : Math.max(STEP, range.from()) * FACTOR;
    }
}
