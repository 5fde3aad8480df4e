package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.diamonds.heatmap.Heatmap;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.heatmap.HeatmapResult;
import dev.pawl.diamonds.heatmap.PriceRange;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.random.RandomGenerator;

/// The partitions of stocks of different densities: how many counts finding them takes, and how
/// much the largest one is above the mean.
final class DiamondHeatmap implements Row {
    private static final int CALLS_MAX = 60;
    private static final double IMBALANCE_MAX = 1.5;
    private static final long CENTS_IN_A_DOLLAR = 100;
    private static final String BAR =
            "at most 60 counts, and the largest partition that is no tie at most 1.5 x the mean";

    @Override
    public String name() {
        return "diamonds-heatmap";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = DiamondLoad.stones(at);
        Map<String, Object> beside = new LinkedHashMap<>();
        int calls = 0;
        double imbalance = 0;
        for (Map.Entry<String, long[]> each : densities(stones).entrySet()) {
            HeatmapResult result =
                    Heatmap.<RuntimeException>scan(
                            HeatmapOptions.STANDARD, range -> count(each.getValue(), range));
            calls = Math.max(calls, result.calls());
            imbalance = Math.max(imbalance, result.imbalance());
            beside.put(
                    each.getKey(),
                    "%d counts, %d partitions, %d ties, largest %.2f x the mean"
                            .formatted(
                                    result.calls(),
                                    result.partitions().size(),
                                    result.ties().size(),
                                    result.imbalance()));
        }
        beside.put("countsMax", calls);
        beside.put("stones", stones);
        boolean met = calls <= CALLS_MAX && imbalance <= IMBALANCE_MAX;
        String what = "the largest partition beside the mean, over stocks of different densities";
        return new Result(name(), what, imbalance, "x", BAR, met, beside);
    }

    /// Returns sorted prices per carat in cents, by the name of their density.
    private static Map<String, long[]> densities(int stones) {
        RandomGenerator random = new SplittableRandom(7);
        Map<String, long[]> all = new LinkedHashMap<>();
        all.put("uniform", prices(stones, i -> 10_000 + (long) (i * (950_000.0 / stones))));
        all.put(
                "realistic",
                prices(
                        stones,
                        _ ->
                                (long)
                                        (2_500
                                                * Math.exp(random.nextGaussian() * 0.7)
                                                * CENTS_IN_A_DOLLAR)));
        all.put(
                "nearlyAllCheap",
                prices(stones, i -> i % 7 == 0 ? 25_000 + i * 2L : 8_000 + i * 17_000L / stones));
        all.put("onePrice", prices(stones, _ -> 123_456));
        all.put(
                "halfOnePrice",
                prices(stones, i -> i % 2 == 0 ? 99_999 : 50_000 + i * 450_000L / stones));
        all.put("anyPrice", prices(stones, i -> i % 3 == 0 ? 25_000_000L + i : 100L * i));
        return all;
    }

    private static long[] prices(int stones, IntToLongFunction price) {
        long[] prices = new long[stones];
        Arrays.setAll(prices, price);
        Arrays.sort(prices);
        return prices;
    }

    private static long count(long[] prices, PriceRange range) {
        return below(prices, range.to()) - below(prices, range.from());
    }

    private static long below(long[] prices, long price) {
        int low = 0;
        int high = prices.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (prices[middle] < price) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
