package dev.pawl.diamonds.heatmap;

import java.util.List;

/// The partitions of a stock, and what finding them took.
///
/// @param partitions from the lowest price to the highest, without gaps; empty if there are no
///   stones
/// @param total how many stones were counted
/// @param calls how many counts were made
/// @param scanned how many ranges are known, with and without stones
/// @param nonEmpty how many of them have stones
/// @param ties ranges that are too large for a partition and cannot be split, because their stones
///   have one price
public record HeatmapResult(
        List<HeatmapPartition> partitions,
        long total,
        int calls,
        int scanned,
        int nonEmpty,
        List<CountedRange> ties) {

    public HeatmapResult {
        partitions = List.copyOf(partitions);
        ties = List.copyOf(ties);
    }

    /// Returns the size of the largest partition that is no tie, as a multiple of the mean.
    public double imbalance() {
        long largest =
                partitions.stream()
                        .filter(each -> ties.stream().noneMatch(tie -> isIn(tie, each)))
                        .mapToLong(HeatmapPartition::estimate)
                        .max()
                        .orElse(0);
        return total == 0 ? 0 : (double) largest * partitions.size() / total;
    }

    private static boolean isIn(CountedRange tie, HeatmapPartition partition) {
        return tie.range().from() >= partition.range().from()
                && tie.range().to() <= partition.range().to();
    }
}
