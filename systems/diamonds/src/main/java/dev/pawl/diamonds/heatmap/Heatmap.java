package dev.pawl.diamonds.heatmap;

import java.util.ArrayList;
import java.util.List;

/// Cuts a stock into partitions of about the same size, by counting.
///
/// The partitions are half-open ranges of price per carat that touch each other, the first from 0
/// and the last without an end: every stone is in exactly one of them, also one that is added
/// later.
public final class Heatmap {
    private Heatmap() {}

    /// Counts ranges, at most as many as the options allow, and returns the partitions.
    ///
    /// @param <X> how a count fails
    public static <X extends Exception> HeatmapResult scan(
            HeatmapOptions options, CountFunction<X> supplier) throws X, InterruptedException {
        HeatmapScan<X> scan = new HeatmapScan<>(options, supplier);
        List<CountedRange> ranges = scan.run();
        long total = ranges.stream().mapToLong(CountedRange::stones).sum();
        List<HeatmapPartition> partitions = partitions(ranges, total, wanted(options, total));
        double large = RangeGrouping.LARGEST * total / Math.max(1, partitions.size());
        List<CountedRange> ties =
                ranges.stream().filter(e -> e.isTie() && isTooLarge(e, large, partitions)).toList();
        int nonEmpty = (int) ranges.stream().filter(each -> each.stones() > 0).count();
        return new HeatmapResult(partitions, total, scan.calls(), ranges.size(), nonEmpty, ties);
    }

    /// A tie that is the whole stock is as large as the mean, and a tie all the same.
    private static boolean isTooLarge(
            CountedRange range, double large, List<HeatmapPartition> partitions) {
        return range.stones() > large || partitions.size() == 1;
    }

    /// Returns how many partitions are worth it: none has fewer than the least number of stones on
    /// average.
    static int wanted(HeatmapOptions options, long total) {
        long worth = Math.max(1, Math.ceilDiv(total, options.stonesMin()));
        return (int) Math.min(options.partitions(), worth);
    }

    private static List<HeatmapPartition> partitions(
            List<CountedRange> ranges, long total, int wanted) {
        if (total == 0) return List.of();
        List<HeatmapPartition> partitions = new ArrayList<>();
        for (List<CountedRange> group : new RangeGrouping(ranges, total).groups(wanted)) {
            PriceRange range =
                    new PriceRange(group.getFirst().range().from(), group.getLast().range().to());
            long stones = group.stream().mapToLong(CountedRange::stones).sum();
            partitions.add(new HeatmapPartition("partition-" + partitions.size(), range, stones));
        }
        return partitions;
    }
}
