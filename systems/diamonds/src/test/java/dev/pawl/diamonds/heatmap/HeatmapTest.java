package dev.pawl.diamonds.heatmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// INV-05: partitions cover every stone exactly once, for any density.
class HeatmapTest {
    private static final long DOLLAR = 1_000_000;

    /// DIA-37: half a million stones are about 30 partitions, planned with at most 60 counts.
    @Test
    void cutsAUniformStockIntoThirtyEqualPartitions() throws Exception {
        CountedStock stock = stock(500_000, i -> 100 * DOLLAR + i * 19_000);

        HeatmapResult result = scan(stock);

        assertThat(result.partitions()).hasSizeBetween(27, 30);
        assertThat(result.partitions().getFirst().id()).isEqualTo("partition-0");
        assertThat(result.calls()).isBetween(30, 60);
        assertThat(result.total()).isEqualTo(500_000);
        assertThat(result.imbalance()).isLessThanOrEqualTo(1.5);
        assertThat(result.ties()).isEmpty();
    }

    @Test
    void cutsARealisticStockIntoAboutThirty() throws Exception {
        RandomGenerator random = new SplittableRandom(7);
        CountedStock stock =
                stock(
                        500_000,
                        _ -> (long) (2_500 * Math.exp(random.nextGaussian() * 0.7) * DOLLAR));

        HeatmapResult result = scan(stock);

        assertThat(result.partitions()).hasSizeBetween(25, 30);
        assertThat(result.calls()).isBetween(30, 60);
        assertThat(result.scanned()).isEqualTo(result.calls());
        assertThat(result.nonEmpty()).isBetween(30, result.scanned());
    }

    /// Lab-grown stock: six of seven stones cost less than 250 dollars per carat.
    @Test
    void cutsAStockThatIsNearlyAllInTheFirstZone() throws Exception {
        CountedStock stock =
                stock(350_000, i -> i % 7 == 0 ? 250 * DOLLAR + i * 20_000 : 80 * DOLLAR + i * 450);

        assertThat(scan(stock).partitions()).hasSizeBetween(20, 30);
    }

    @Test
    void keepsAndReportsAStockWithOnePriceForAll() throws Exception {
        CountedStock stock = stock(10_000, _ -> 1_234_560_000L);

        HeatmapResult result = scan(stock);

        assertThat(result.partitions()).hasSize(1);
        assertThat(result.partitions().getFirst().range()).isEqualTo(PriceRange.ALL);
        assertThat(result.ties())
                .containsExactly(new CountedRange(new PriceRange(123_456, 123_457), 10_000));
    }

    @Test
    void separatesATieFromTheRestOfTheStock() throws Exception {
        CountedStock stock =
                stock(30_000, i -> i % 2 == 0 ? 999_990_000L : 500 * DOLLAR + i * 150_000);

        HeatmapResult result = scan(stock);

        assertThat(result.ties())
                .containsExactly(new CountedRange(new PriceRange(99_999, 100_000), 15_000));
        assertThat(result.partitions()).hasSizeGreaterThan(15);
        assertThat(result.imbalance()).isLessThanOrEqualTo(1.5);
    }

    /// D8: inclusive bounds in whole units leave gaps for fractions.
    @Test
    void coversFractionsOfACentOnBothSidesOfABoundary() throws Exception {
        CountedStock stock = CountedStock.of("99.995", "100.005", "100", "99.99", "100.01");
        HeatmapOptions each = new HeatmapOptions(5, 60, 1, List.of(10_000L));

        HeatmapResult result = checked(stock, each);

        assertThat(result.partitions()).hasSizeGreaterThan(1);
        assertThat(stock.fetches(result.partitions(), BoundGranularity.CONTINUOUS))
                .hasSize(5)
                .doesNotContain(0);
        // This is what a granularity of one cent loses if the supplier does not round.
        assertThat(stock.fetches(result.partitions(), BoundGranularity.CENTS)).contains(0);
    }

    /// D9: nothing above 100,000 per carat was ever fetched.
    @Test
    void coversStonesOfAnyPrice() throws Exception {
        CountedStock stock =
                CountedStock.of("0", "0.01", "250000", "99999.99", "100000", "9000000000");
        HeatmapOptions each = new HeatmapOptions(6, 60, 1, HeatmapOptions.STANDARD.zoneEdges());

        HeatmapResult result = checked(stock, each);

        assertThat(result.partitions().getFirst().range().from()).isZero();
        assertThat(result.partitions().getLast().range().isOpen()).isTrue();
        assertThat(result.partitions()).hasSizeGreaterThan(2);
    }

    @Test
    void hasNoPartitionsForAnEmptyStock() throws Exception {
        HeatmapResult result = Heatmap.scan(HeatmapOptions.STANDARD, _ -> 0L);

        assertThat(result.partitions()).isEmpty();
        assertThat(result.calls()).isEqualTo(1);
        assertThat(result.nonEmpty()).isZero();
        assertThat(result.imbalance()).isZero();
    }

    @Test
    void hasOnePartitionForOneStone() throws Exception {
        HeatmapResult result = scan(CountedStock.of("4711.11"));

        assertThat(result.partitions())
                .containsExactly(new HeatmapPartition("partition-0", PriceRange.ALL, 1));
        assertThat(result.calls()).isEqualTo(1);
    }

    @Test
    @Tag("volume")
    void coversEveryStoneOnceForAnyDensity() throws Exception {
        Rounds rounds = Rounds.of("pawl.seeds", 60);
        Seeds.each(
                rounds,
                seed -> {
                    RandomGenerator random = new SplittableRandom(seed);
                    CountedStock stock = new CountedStock(density(random));
                    HeatmapOptions options =
                            HeatmapOptions.STANDARD.partitions(1 + random.nextInt(60));

                    HeatmapResult result = checkedQuietly(stock, options);

                    boolean isRounded =
                            Arrays.stream(stock.prices()).allMatch(p -> p % 10_000 == 0);
                    long[] fetches =
                            stock.fetches(result.partitions(), BoundGranularity.CONTINUOUS);
                    assertThat(Arrays.stream(fetches).filter(n -> n < 1).count()).isZero();
                    if (isRounded && fetches.length > 0) {
                        assertThat(stock.fetches(result.partitions(), BoundGranularity.CENTS))
                                .containsOnly(1);
                    }
                });
        System.out.println(rounds);
    }

    /// The counts are advice: whatever a supplier says, no price is left out.
    @Test
    void coversEveryPriceEvenIfTheCountsMakeNoSense() throws Exception {
        Seeds.each(
                50,
                seed -> {
                    RandomGenerator random = new SplittableRandom(seed);
                    HeatmapResult result =
                            scanQuietly(
                                    _ -> random.nextLong(-5, random.nextBoolean() ? 5 : 1_000_000));

                    assertThat(result.calls()).isLessThanOrEqualTo(60);
                    if (!result.partitions().isEmpty()) assertNeighbours(result.partitions());
                });
    }

    @Test
    void passesOnTheFailureOfACount() {
        assertThatThrownBy(() ->
                        Heatmap.<IOException>scan(
                                HeatmapOptions.STANDARD,
                                _ -> {
                                    throw new IOException("no supplier");
                                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no supplier");
    }

    @Test
    void writesARangeAsJsonAndReadsItAgain() {
        for (PriceRange range : List.of(PriceRange.ALL, new PriceRange(5, 7))) {
            assertThat(PriceRange.parse(range.json())).isEqualTo(range);
        }
        assertThat(new PriceRange(5, 7).json()).isEqualTo("{\"from\":5,\"to\":7}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceRange.parse("{\"from\":7,\"to\":5}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceRange.parse("everything"))
                .withMessageContaining("found 'everything'");
    }

    @Test
    void convertsARangeToInclusiveBoundsByTheGranularity() {
        PriceRange range = new PriceRange(9_999, 10_100);

        assertThat(BoundGranularity.CENTS.bounds(range).to()).isEqualByComparingTo("100.99");
        assertThat(BoundGranularity.CONTINUOUS.bounds(range).to()).isEqualByComparingTo("101");
        assertThat(BoundGranularity.CENTS.bounds(range).from()).isEqualByComparingTo("99.99");
        assertThat(BoundGranularity.CENTS.bounds(PriceRange.ALL).to()).isNull();
        // A step of a dollar, as upstream had it, would leave out what lies between.
        assertThatIllegalArgumentException().isThrownBy(() -> new BoundGranularity(BigDecimal.ONE));
    }

    private static CountedStock stock(int count, LongUnaryOperator price) {
        return new CountedStock(LongStream.range(0, count).map(price).toArray());
    }

    /// Returns prices of a random density: clusters of any width, ties, and rare dear stones.
    private static long[] density(RandomGenerator random) {
        int clusters = 1 + random.nextInt(6);
        long[] centres = random.longs(clusters, 0, 300_000 * DOLLAR).toArray();
        double[] widths =
                random.doubles(clusters).map(d -> d < 0.3 ? 0 : Math.pow(10, d * 11)).toArray();
        int count = random.nextInt(3) == 0 ? random.nextInt(5) : random.nextInt(6_000);
        long unit = random.nextBoolean() ? 10_000 : 1;
        return IntStream.range(0, count)
                .mapToLong(_ -> {
                    int at = random.nextInt(clusters);
                    double price = centres[at] + random.nextGaussian() * widths[at];
                    return (long) Math.abs(price) / unit * unit;
                })
                .toArray();
    }

    private static HeatmapResult scan(CountedStock stock) throws Exception {
        return checked(stock, HeatmapOptions.STANDARD);
    }

    private static HeatmapResult scanQuietly(CountFunction<RuntimeException> supplier) {
        try {
            return Heatmap.scan(HeatmapOptions.STANDARD, supplier);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static HeatmapResult checkedQuietly(CountedStock stock, HeatmapOptions options) {
        try {
            return checked(stock, options);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Scans, and checks what must hold for every stock.
    private static HeatmapResult checked(CountedStock stock, HeatmapOptions options)
            throws InterruptedException {
        HeatmapResult result = Heatmap.<RuntimeException>scan(options, stock::count);
        assertThat(result.calls()).isEqualTo(stock.calls()).isLessThanOrEqualTo(60);
        assertThat(result.total()).isEqualTo(stock.prices().length);
        assertThat(result.partitions()).hasSizeLessThanOrEqualTo(options.partitions());
        assertThat(result.imbalance()).isLessThanOrEqualTo(1.5);
        if (stock.prices().length == 0) return result;
        assertNeighbours(result.partitions());
        assertThat(stock.memberships(result.partitions())).containsOnly(1);
        for (HeatmapPartition each : result.partitions()) {
            assertThat(each.estimate()).isPositive().isEqualTo(stock.count(each.range()));
        }
        return result;
    }

    private static void assertNeighbours(List<HeatmapPartition> partitions) {
        long end = 0;
        for (int i = 0; i < partitions.size(); i++) {
            assertThat(partitions.get(i).id()).isEqualTo("partition-" + i);
            assertThat(partitions.get(i).range().from()).isEqualTo(end);
            end = partitions.get(i).range().to();
        }
        assertThat(end).isEqualTo(PriceRange.OPEN);
    }
}
