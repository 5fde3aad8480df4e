package dev.pawl.diamonds.supplier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.diamonds.supplier.SupplierException.Kind;
import dev.pawl.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The client and the simulator, which share the contract and nothing else.
class SupplierClientTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final StockSource STOCK = new StockSource.Seeded(42, 1_234);

    @Test
    void readsEveryStoneOnce() throws Exception {
        try (SupplierSimulator simulator = SupplierSimulator.start(SimulatorOptions.of(STOCK));
                SupplierClient client = open(simulator)) {
            Map<String, SupplierItem> stones = readAll(client, StoneFilter.ALL, 50);

            assertThat(stones).hasSize(1_234);
            assertThat(client.count(StoneFilter.ALL, SupplierGate.OPEN)).isEqualTo(1_234);
            assertThat(simulator.stats().logins()).isEqualTo(1);
            assertThat(simulator.stats().pages()).isEqualTo(25);
            assertThat(simulator.stats().stones()).isEqualTo(1_234);
        }
    }

    @Test
    void keepsThePayloadByteForByte() throws Exception {
        String odd =
                "{ \"price\":100,\"diamond\" :{\"b\":[1, {\"z\":1.50,\"a\":\"\\u00e9é\\\"\"}] } ,"
                        + "\t\"id\":\"DIAMOND/1\",\"new_field\":{\"x\":null}}";
        List<String> items = List.of(odd, "{\"id\":\"DIAMOND/2\",\"price\":5}");
        try (SupplierSimulator simulator = start(new StockSource.Items(items));
                SupplierClient client = open(simulator)) {
            Map<String, SupplierItem> stones = readAll(client, StoneFilter.ALL, 50);

            assertThat(stones.values()).extracting(SupplierItem::payload).isEqualTo(items);
        }
    }

    @Test
    void hashesContentWithoutRegardToWhiteSpaceAndTheOrderOfFields() throws Exception {
        String one = "{\"id\":\"1\",\"price\":100,\"diamond\":{\"a\":1,\"b\":[1,2]}}";
        String same = "{\"price\": 100, \"diamond\":{\"b\":[1,2],\"a\":1}, \"id\":\"1\"}";
        String otherValue = "{\"id\":\"1\",\"price\":101,\"diamond\":{\"a\":1,\"b\":[1,2]}}";
        String otherOrder = "{\"id\":\"1\",\"price\":100,\"diamond\":{\"a\":1,\"b\":[2,1]}}";
        String otherType = "{\"id\":\"1\",\"price\":\"100\",\"diamond\":{\"a\":1,\"b\":[1,2]}}";
        String otherPlace = "{\"id\":\"1\",\"price\":100,\"a\":1,\"diamond\":{\"b\":[1,2]}}";

        assertThat(hash(one)).isEqualTo(hash(same)).hasSize(32);
        assertThat(List.of(hash(one), hash(otherValue), hash(otherOrder), hash(otherType)))
                .doesNotHaveDuplicates();
        assertThat(hash(otherPlace)).isNotEqualTo(hash(one));
    }

    @Test
    void readsTheTimeOfUpdateWhereTheSupplierHasIt() throws Exception {
        List<String> items =
                List.of(
                        "{\"id\":\"1\",\"price\":5,\"updated_at\":\"2026-03-01T10:00:00+02:00\"}",
                        "{\"id\":\"2\",\"diamond\":{\"updated_at\":\"2026-03-02T00:00:00Z\"}}",
                        "{\"id\":\"3\",\"price\":5,\"updated_at\":null}");
        try (SupplierSimulator simulator = start(new StockSource.Items(items));
                SupplierClient client = open(simulator)) {
            Map<String, SupplierItem> stones = readAll(client, StoneFilter.ALL, 50);

            assertThat(stones.get("1").updatedAt()).contains(Instant.parse("2026-03-01T08:00:00Z"));
            assertThat(stones.get("2").updatedAt()).contains(Instant.parse("2026-03-02T00:00:00Z"));
            assertThat(stones.get("3").updatedAt()).isEmpty();
        }
    }

    @Test
    void filtersByPricePerCaratWithInclusiveBounds() throws Exception {
        List<String> items =
                List.of(stone(1, 9_999, "1.00"), stone(2, 10_000, "1"), stone(3, 30_003, "3.0000"));
        try (SupplierSimulator simulator = start(new StockSource.Items(items));
                SupplierClient client = open(simulator)) {
            assertThat(count(client, "99.99", "100")).isEqualTo(2);
            assertThat(count(client, "100", "100.01")).isEqualTo(2);
            assertThat(count(client, "99.991", "99.999")).isZero();
            assertThat(count(client, "1E+2", null)).isEqualTo(2);
            assertThat(count(client, null, "99.99")).isEqualTo(1);
            assertThat(readAll(client, filter("100", null), 1)).containsOnlyKeys("2", "3");
        }
    }

    @Test
    void filtersByTheTimeOfUpdateWithInclusiveBounds() throws Exception {
        List<String> items =
                IntStream.rangeClosed(1, 9)
                        .mapToObj(i ->
                                "{\"id\":\"%d\",\"updated_at\":\"2026-03-0%dT00:00:00Z\"}"
                                        .formatted(i, i))
                        .toList();
        try (SupplierSimulator simulator = start(new StockSource.Items(items));
                SupplierClient client = open(simulator)) {
            StoneFilter window =
                    StoneFilter.ALL.updated(
                            Instant.parse("2026-03-03T00:00:00Z"),
                            Instant.parse("2026-03-05T00:00:00Z"));

            assertThat(readAll(client, window, 2)).containsOnlyKeys("3", "4", "5");
            assertThat(client.count(window, SupplierGate.OPEN)).isEqualTo(3);
        }
    }

    @Test
    void ordersStones() throws Exception {
        List<String> items = List.of(stone(3, 500, "1"), stone(1, 700, "1"), stone(2, 500, "1"));
        try (SupplierSimulator simulator = start(new StockSource.Items(items));
                SupplierClient client = open(simulator)) {
            assertThat(ids(client, StoneOrder.OLDEST_FIRST)).containsExactly("3", "1", "2");
            assertThat(ids(client, StoneOrder.CHEAPEST_FIRST)).containsExactly("2", "3", "1");
            assertThat(
                            ids(
                                    client,
                                    new StoneOrder(
                                            StoneOrder.Type.PRICE, StoneOrder.Direction.DESC)))
                    .containsExactly("1", "2", "3");
        }
    }

    /// INV-22: a token ends in the middle of paging.
    @Test
    void logsInAgainWhenTokensExpireInTheMiddleOfPaging() throws Exception {
        SimulatorOptions options =
                SimulatorOptions.of(STOCK).faults(SimulatorFaults.parse("expire=5"));
        try (SupplierSimulator simulator = SupplierSimulator.start(options);
                SupplierClient client = open(simulator)) {
            assertThat(readAll(client, StoneFilter.ALL, 50)).hasSize(1_234);
            assertThat(simulator.stats().logins()).isEqualTo(5);
        }
    }

    @Test
    void sharesOneLoginBetweenThreads() throws Exception {
        try (SupplierSimulator simulator = SupplierSimulator.start(SimulatorOptions.of(STOCK));
                SupplierClient client = open(simulator);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 1; round <= 3; round++) {
                Callable<Long> count = () -> client.count(StoneFilter.ALL, SupplierGate.OPEN);
                for (Future<Long> each :
                        threads.invokeAll(IntStream.range(0, 30).mapToObj(_ -> count).toList())) {
                    assertThat(each.get()).isEqualTo(1_234);
                }
                assertThat(simulator.stats().logins()).isEqualTo(round);
                simulator.expireTokens();
            }
        }
    }

    @Test
    void renewsATokenBeforeItEnds() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
        InstantSource clock = now::get;
        try (SupplierSimulator simulator = SupplierSimulator.start(SimulatorOptions.of(STOCK));
                SupplierClient client =
                        SupplierClient.open(access(simulator), SupplierLimits.STANDARD, clock)) {
            client.login(SupplierGate.OPEN);
            now.set(now.get().plus(Duration.ofMinutes(354)));
            client.login(SupplierGate.OPEN);
            assertThat(simulator.stats().logins()).isEqualTo(1);

            now.set(now.get().plus(Duration.ofMinutes(2)));
            client.count(StoneFilter.ALL, SupplierGate.OPEN);
            assertThat(simulator.stats().logins()).isEqualTo(2);
        }
    }

    @Test
    void isDeniedWithAWrongPassword() throws Exception {
        SimulatorOptions options = SimulatorOptions.of(STOCK).login("buyer", "right");
        try (SupplierSimulator simulator = SupplierSimulator.start(options);
                SupplierClient client =
                        SupplierClient.open(
                                SupplierAccess.of(simulator.url(), "buyer", "wrong-one"))) {
            SupplierException error =
                    catchThrowableOfType(
                            SupplierException.class,
                            () -> client.count(StoneFilter.ALL, SupplierGate.OPEN));

            assertThat(error.kind()).isEqualTo(Kind.DENIED);
            assertThat(error).hasMessageNotContaining("wrong-one");
            assertThat(simulator.stats().logins()).isZero();
        }
    }

    /// A client that retries what is retryable reads every stone, whatever goes wrong on the way.
    @Test
    void readsEveryStoneThroughFaults() throws Exception {
        Seeds.each(
                3,
                seed -> {
                    SimulatorFaults faults =
                            SimulatorFaults.parse(
                                    "429=0.1:1ms,500=0.1,503=0.05,slow=0.05:1ms,truncate=0.1,"
                                            + "reset=0.05,"
                                            + "short=0.3,expire=7");
                    SimulatorOptions options = SimulatorOptions.of(STOCK).seed(seed).faults(faults);
                    try (SupplierSimulator simulator = SupplierSimulator.start(options);
                            SupplierClient client = open(simulator)) {
                        assertThat(readAll(client, StoneFilter.ALL, 50)).hasSize(1_234);
                        assertThat(simulator.stats().faults()).isGreaterThan(5);
                        assertThat(simulator.stats().pages()).isGreaterThan(26);
                    }
                });
    }

    /// D7: while stones come and go, paging by offset skips and repeats some; a closing read of
    /// what is left finds a stock that stands still.
    @Test
    void seesAStockThatMovesWhileItPages() throws Exception {
        try (SupplierSimulator simulator =
                        SupplierSimulator.start(SimulatorOptions.of(STOCK).seed(5));
                SupplierClient client = open(simulator)) {
            Map<String, SupplierItem> before = readAll(client, StoneFilter.ALL, 50);
            simulator.move(200);
            Map<String, SupplierItem> after = readAll(client, StoneFilter.ALL, 50);

            assertThat(after).hasSize(simulator.stones());
            assertThat(after.keySet()).isNotEqualTo(before.keySet());
            assertThat(after.values())
                    .filteredOn(each -> before.containsKey(each.id()))
                    .filteredOn(each -> !before.get(each.id()).hash().equals(each.hash()))
                    .hasSizeGreaterThan(50);
        }
    }

    @Test
    void refusesArgumentsThatBreakTheContract() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageQuery(StoneFilter.ALL, 0, 51, StoneOrder.OLDEST_FIRST))
                .withMessage("expected a limit of 1 to 50, found 51");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageQuery(StoneFilter.ALL, -1, 50, StoneOrder.OLDEST_FIRST));
        assertThatIllegalArgumentException().isThrownBy(() -> filter("2", "1"));
        for (String url : List.of("ftp://host/x", "graphql", "http:///x", "http://[", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SupplierAccess.of(url, "u", "p"))
                    .withMessageContaining("expected the URL of a GraphQL endpoint");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SupplierAccess.of("http://u:s3cret@host/x", "u", "p"))
                .withMessageNotContaining("s3cret");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SupplierAccess.of("http://host/x", " ", "p"))
                .withMessageContaining("found no user");
    }

    private static SupplierSimulator start(StockSource stock) throws Exception {
        return SupplierSimulator.start(SimulatorOptions.of(stock));
    }

    private static SupplierClient open(SupplierSimulator simulator) {
        return SupplierClient.open(access(simulator));
    }

    private static SupplierAccess access(SupplierSimulator simulator) {
        return SupplierAccess.of(simulator.url(), "buyer", "secret");
    }

    /// Pages to the true end, and sends again what can be sent again.
    private static Map<String, SupplierItem> readAll(
            SupplierClient client, StoneFilter filter, int limit) throws InterruptedException {
        Map<String, SupplierItem> stones = new LinkedHashMap<>();
        long offset = 0;
        int failures = 0;
        while (true) {
            try {
                PageQuery query = new PageQuery(filter, offset, limit, StoneOrder.OLDEST_FIRST);
                SupplierPage page = client.page(query, SupplierGate.OPEN);
                if (page.items().isEmpty()) return stones;
                page.items().forEach(each -> stones.put(each.id(), each));
                offset += page.items().size();
                if (offset >= page.totalCount()) return stones;
            } catch (SupplierException e) {
                assertThat(e.isRetryable()).as(e.getMessage()).isTrue();
                assertThat(++failures).isLessThan(500);
            }
        }
    }

    private static List<String> ids(SupplierClient client, StoneOrder order) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PageQuery one = new PageQuery(StoneFilter.ALL, i, 1, order);
            ids.add(client.page(one, SupplierGate.OPEN).items().getFirst().id());
        }
        return ids;
    }

    private static String hash(String item) throws Exception {
        byte[] page = "{\"total_count\":1,\"items\":[%s]}".formatted(item).getBytes(UTF_8);
        try (var parser = MAPPER.createParser(page)) {
            parser.nextToken();
            return AnswerValues.page(parser, page, 1).items().getFirst().hash();
        }
    }

    private static long count(SupplierClient client, String from, String to) throws Exception {
        return client.count(filter(from, to), SupplierGate.OPEN);
    }

    private static StoneFilter filter(String from, String to) {
        return StoneFilter.ALL.caratPrice(
                from == null ? null : new BigDecimal(from), to == null ? null : new BigDecimal(to));
    }

    private static String stone(int id, long cents, String carats) {
        JsonNode check = MAPPER.readTree(carats);
        assertThat(check.isNumber()).isTrue();
        return "{\"id\":\"%d\",\"price\":%d,\"diamond\":{\"certificate\":{\"carats\":%s}}}"
                .formatted(id, cents, carats);
    }
}
