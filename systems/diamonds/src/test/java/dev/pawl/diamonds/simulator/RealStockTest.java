package dev.pawl.diamonds.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.RealDiamonds;
import dev.pawl.diamonds.heatmap.BoundGranularity;
import dev.pawl.diamonds.heatmap.Heatmap;
import dev.pawl.diamonds.heatmap.HeatmapOptions;
import dev.pawl.diamonds.heatmap.HeatmapPartition;
import dev.pawl.diamonds.heatmap.HeatmapResult;
import dev.pawl.diamonds.heatmap.PriceRange;
import dev.pawl.diamonds.supplier.PageQuery;
import dev.pawl.diamonds.supplier.StoneFilter;
import dev.pawl.diamonds.supplier.StoneOrder;
import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.diamonds.supplier.SupplierClient;
import dev.pawl.diamonds.supplier.SupplierException;
import dev.pawl.diamonds.supplier.SupplierGate;
import dev.pawl.diamonds.supplier.SupplierItem;
import dev.pawl.diamonds.supplier.SupplierPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Real stones through heatmap, client and simulator.
class RealStockTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @ParameterizedTest
    @CsvSource({"run1-price-1000-1100, 1857, 194464300", "run2-price-1000-1100, 1838, 192675274"})
    void readsTheCollectedPages(String name, int stones, long cents) throws Exception {
        Path file = RealDiamonds.require("nivoda-shaped/%s.jsonl.gz".formatted(name));

        Map<String, SupplierItem> read = readPartitions(file, 30);

        assertThat(read).hasSize(stones);
        assertThat(cents(read)).isEqualTo(cents);
    }

    @Test
    void findsTheDifferencesOfTheTwoRuns() throws Exception {
        var before =
                readPartitions(
                        RealDiamonds.require("nivoda-shaped/run1-price-1000-1100.jsonl.gz"), 20);
        var after =
                readPartitions(
                        RealDiamonds.require("nivoda-shaped/run2-price-1000-1100.jsonl.gz"), 20);

        assertThat(before.keySet().stream().filter(id -> !after.containsKey(id))).hasSize(37);
        assertThat(after.keySet().stream().filter(id -> !before.containsKey(id))).hasSize(18);
        assertThat(
                        after.values().stream()
                                .filter(each -> before.containsKey(each.id()))
                                .filter(each -> !before.get(each.id()).hash().equals(each.hash())))
                .hasSize(92 + 18);
    }

    @Test
    void servesTheStonesOfACsvFile() throws Exception {
        Path file = RealDiamonds.require("ggplot2-diamonds.csv.gz");

        Map<String, SupplierItem> read = readPartitions(file, 30);

        assertThat(read).hasSize(53_940);
        assertThat(cents(read)).isEqualTo(21_213_521_700L);
    }

    /// Every field of the vendor's example is in the items that the simulator makes up.
    @Test
    void hasTheFieldsOfTheVendorsExample() throws Exception {
        String example =
                Files.readString(RealDiamonds.require("nivoda-graphql-search-example.gql"));
        String selected =
                Pattern.compile("(?s)diamonds_by_query\\(.*?\\)\\s*\\{\\s*(items.*?)\n}")
                        .matcher(example)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
        byte[] json = new StoneMaker(1).make(1).getFirst().json();
        JsonNode page = MAPPER.createObjectNode().set("items", MAPPER.readTree(json));

        List<String> fields =
                Pattern.compile("\\w+").matcher(selected).results().map(r -> r.group()).toList();

        assertThat(fields).hasSizeGreaterThan(30).contains("floCol", "depthPercentage");
        for (String field : fields) {
            if (!field.equals("total_count")) {
                assertThat(page.findValues(field)).as(field).isNotEmpty();
            }
        }
    }

    private static Map<String, SupplierItem> readPartitions(Path file, int limit) throws Exception {
        Map<String, SupplierItem> stones = new LinkedHashMap<>();
        SimulatorOptions options = SimulatorOptions.of(new StockSource.Files(List.of(file)));
        try (SupplierSimulator simulator = SupplierSimulator.start(options);
                SupplierClient client =
                        SupplierClient.open(SupplierAccess.of(simulator.url(), "me", "x"))) {
            HeatmapResult result =
                    Heatmap.<SupplierException>scan(
                            HeatmapOptions.STANDARD,
                            range -> client.count(filter(range), SupplierGate.OPEN));
            assertThat(result.calls()).isLessThanOrEqualTo(60);
            assertThat(result.partitions()).hasSizeBetween(20, 30);
            assertThat(result.imbalance()).isLessThanOrEqualTo(1.5);
            for (HeatmapPartition each : result.partitions()) {
                StoneFilter filter = filter(each.range());
                long offset = 0;
                SupplierPage page;
                do {
                    PageQuery query = new PageQuery(filter, offset, limit, StoneOrder.OLDEST_FIRST);
                    page = client.page(query, SupplierGate.OPEN);
                    page.items().forEach(item -> stones.put(item.id(), item));
                    offset += page.items().size();
                } while (!page.items().isEmpty());
            }
        }
        return stones;
    }

    private static StoneFilter filter(PriceRange range) {
        var bounds = BoundGranularity.CONTINUOUS.bounds(range);
        return StoneFilter.ALL.caratPrice(bounds.from(), bounds.to());
    }

    private static long cents(Map<String, SupplierItem> stones) {
        return stones.values().stream()
                .mapToLong(each -> MAPPER.readTree(each.payload()).path("price").longValue())
                .sum();
    }
}
