package dev.pawl.diamonds.heatmap;

import java.util.List;

/// How a stock is cut into partitions.
///
/// @param partitions how many partitions are wanted; there can be fewer
/// @param callsMax the largest number of counts
/// @param stonesMin the size below which more partitions do not pay
/// @param zoneEdges where to look first, in cents per carat and ascending: close together in the
///   dense zone, where most stones are, and far apart in the sparse one
public record HeatmapOptions(int partitions, int callsMax, int stonesMin, List<Long> zoneEdges) {
    /// 30 partitions, at most 60 counts; dense below 5,000 dollars.
    public static final HeatmapOptions STANDARD =
            new HeatmapOptions(
                    30,
                    60,
                    50,
                    List.of(
                            50_000L,
                            100_000L,
                            150_000L,
                            200_000L,
                            250_000L,
                            300_000L,
                            400_000L,
                            500_000L,
                            1_000_000L,
                            2_500_000L,
                            10_000_000L));

    public HeatmapOptions {
        zoneEdges = List.copyOf(zoneEdges);
        requirePositive(partitions, "partitions");
        requirePositive(callsMax, "counts");
        requirePositive(stonesMin, "stones of a partition");
        for (int i = 0; i < zoneEdges.size(); i++) {
            if (zoneEdges.get(i) <= (i == 0 ? 0 : zoneEdges.get(i - 1))) {
                throw new IllegalArgumentException(
                        "expected ascending edges above 0, found " + zoneEdges);
            }
        }
    }

    private static void requirePositive(int value, String what) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "expected 1 or more %s, found %d".formatted(what, value));
        }
    }

    /// Returns these options with another number of partitions.
    public HeatmapOptions partitions(int other) {
        return new HeatmapOptions(other, callsMax, stonesMin, zoneEdges);
    }
}
