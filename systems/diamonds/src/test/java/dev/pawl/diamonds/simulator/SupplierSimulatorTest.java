package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The simulator as any other client sees it: plain HTTP and JSON (INV-22).
class SupplierSimulatorTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String LOGIN =
            "{authenticate{username_and_password(username:\"me\", password:\"x\"){token}}}";
    private static final String COUNT =
            "query($token:String!){as(token:$token){diamonds_by_query_count(query:$query)}}";
    private static final String PAGE =
            "query{as(token:$token){diamonds_by_query(query:$query,offset:$offset,limit:$limit,"
                    + "order:$order){total_count items{id}}}}";
    private static final String ITEM =
            "{\"id\":\"%s\",\"price\":100,\"diamond\":{\"certificate\":{\"carats\":0.5}}}";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir Path directory;

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void makesTheSameStockFromTheSameSeed() throws Exception {
        String first = stock(new StockSource.Seeded(1, 300));

        assertThat(stock(new StockSource.Seeded(1, 300))).isEqualTo(first);
        assertThat(stock(new StockSource.Seeded(2, 300))).isNotEqualTo(first);
        assertThat(first.lines()).hasSize(300).doesNotHaveDuplicates();
    }

    @Test
    void makesUpARealisticStockWithTies() {
        List<StockStone> stones = new StoneMaker(3).make(20_000);

        assertThat(stones.stream().map(StockStone::id)).doesNotHaveDuplicates();
        assertThat(stones.stream().map(StockStone::caratPrice).distinct().count())
                .isBetween(1_000L, 15_000L);
        assertThat(stones.stream().filter(s -> s.caratPrice() < 10_000_000_000L).count())
                .isGreaterThan(19_000);
        assertThat(stones.stream().filter(s -> s.caratPrice() > 20_000_000_000L)).isNotEmpty();
        JsonNode item = MAPPER.readTree(stones.getFirst().json());
        assertThat(item.path("diamond").path("certificate").propertyNames())
                .contains("lab", "shape", "cut", "carats", "color", "clarity", "certNumber");
    }

    @Test
    void servesPagesAndCountsToAnyClient() throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 120))) {
            String token = login(simulator);
            JsonNode page =
                    post(simulator, PAGE, variables(token).put("offset", 100).put("limit", 50))
                            .at("/data/as/diamonds_by_query");

            assertThat(page.path("total_count").intValue()).isEqualTo(120);
            assertThat(page.path("items")).hasSize(20);
            assertThat(post(simulator, COUNT, variables(token)).at("/data/as").toString())
                    .isEqualTo("{\"diamonds_by_query_count\":120}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"limit\":51}",
                "{\"limit\":0}",
                "{\"offset\":-1}",
                "{\"offset\":\"1\"}",
                "{\"query\":{\"shapes\":[\"ROUND\"]}}",
                "{\"query\":{\"dollar_per_carat\":{\"from\":\"1\"}}}",
                "{\"query\":{\"dollar_per_carat\":{\"from\":1e999999}}}",
                "{\"query\":{\"dollar_per_carat\":{\"least\":1}}}",
                "{\"query\":{\"updated\":{\"from\":\"yesterday\"}}}",
                "{\"order\":{\"type\":\"beauty\"}}",
                "{\"order\":{\"type\":\"price\",\"direction\":\"UP\"}}"
            })
    void answersInvalidValuesWithAnErrorOfGraphql(String values) throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 10))) {
            ObjectNode variables = variables(login(simulator));
            variables.setAll((ObjectNode) MAPPER.readTree(values));

            JsonNode answer = post(simulator, PAGE, variables);

            assertThat(answer.at("/errors/0/extensions/code").stringValue())
                    .isEqualTo("BAD_USER_INPUT");
            assertThat(answer.at("/errors/0/message").stringValue())
                    .contains("expected")
                    .contains("found");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "query { diamonds }",
                "{as(token:$token){diamonds_by_query(offset: 0, limit: 50){items{id}}}}",
                "{as(token:$token){diamonds_by_query(query: {labgrown: false}){items{id}}}}",
                "{as(token:$token){a: diamonds_by_query_count(query:$query) b:"
                        + " diamonds_by_query_count(query:$query)}}"
            })
    void refusesQueriesThatAreNotInTheContract(String query) throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 10))) {
            JsonNode answer = post(simulator, query, variables(login(simulator)));

            assertThat(answer.at("/errors/0/extensions/code").stringValue())
                    .isEqualTo("BAD_USER_INPUT");
        }
    }

    @Test
    void refusesATokenThatItDidNotIssue() throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 10))) {
            JsonNode answer = post(simulator, COUNT, variables("made-up"));

            assertThat(answer.at("/errors/0/extensions/code").stringValue())
                    .isEqualTo("UNAUTHENTICATED");
            assertThat(answer.path("data").isNull()).isTrue();
        }
    }

    @Test
    void answersGarbageAndOtherMethods() throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 10))) {
            assertThat(send(simulator, "garbage").body()).contains("expected a JSON object");
            assertThat(get(simulator.url()).statusCode()).isEqualTo(405);
            assertThat(get(simulator.stockUrl().replace("stock", "other")).statusCode())
                    .isEqualTo(404);
            assertThat(send(simulator, "x".repeat(2 << 20)).statusCode()).isEqualTo(413);
        }
    }

    @Test
    void failsInTheSameWayWithTheSameSeed() throws Exception {
        assertThat(statuses(7)).isEqualTo(statuses(7)).isNotEqualTo(statuses(8));
        assertThat(statuses(7)).contains(200, 429, 500);
    }

    @Test
    void namesTheWaitInBothFormsWhenItThrottles() throws Exception {
        SimulatorOptions options =
                SimulatorOptions.of(new StockSource.Seeded(1, 1))
                        .faults(SimulatorFaults.parse("429=1:3s"));
        List<String> waits = new ArrayList<>();
        try (SupplierSimulator simulator = SupplierSimulator.start(options)) {
            for (int i = 0; i < 20; i++) {
                waits.add(send(simulator, "{}").headers().firstValue("Retry-After").orElse(""));
            }
        }

        assertThat(waits).contains("3").anyMatch(each -> each.endsWith(" GMT"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "429",
                "429=2",
                "429=x",
                "boom=0.1",
                "slow=0.1:2h",
                "expire=0",
                "expire=0.5",
                "600=0.1",
                "429=0.6,500=0.6",
                "429=0.1,,",
                "429=1.1.1",
                "short=-1"
            })
    void explainsAnInvalidTextOfFaults(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatorFaults.parse(text))
                .withMessageStartingWith("expected faults such as 429=0.01")
                .withMessageContaining("found");
    }

    @Test
    void movesItsStockByItselfUntilItIsStopped() throws Exception {
        SimulatorOptions options =
                SimulatorOptions.of(new StockSource.Seeded(1, 500)).moving(1_000);
        try (SupplierSimulator simulator = SupplierSimulator.start(options)) {
            String first = get(simulator.stockUrl()).body();
            String next = first;
            while (next.equals(first)) next = get(simulator.stockUrl()).body();
            simulator.stopMoving();

            assertThat(next.lines().count()).isGreaterThan(100);
        }
    }

    @Test
    void movesInEveryWay() throws Exception {
        try (SupplierSimulator simulator = start(new StockSource.Seeded(1, 1_000))) {
            StockMoves moves = simulator.move(400);

            assertThat(moves.priced()).isGreaterThan(50);
            assertThat(moves.held()).isGreaterThan(20);
            assertThat(moves.removed()).isGreaterThan(20);
            assertThat(moves.added()).isGreaterThan(20);
            assertThat(simulator.stones()).isEqualTo(1_000 - moves.removed() + moves.added());
        }
    }

    @Test
    void readsPagesItemsAndCsvCompressedOrNot() throws Exception {
        String page =
                "{\"offset\":0,\"response\":{\"data\":{\"as\":{\"diamonds_by_query\":"
                        + "{\"total_count\":2,\"items\":[%s, %s]}}}}}"
                                .formatted(ITEM.formatted("a"), ITEM.formatted("b"));
        Path pages =
                write(
                        "pages.jsonl",
                        page + "\n\n" + page.replace("\"a\"", "\"c\"").replace("\"b\"", "\"d\""),
                        false);
        Path items = write("items.bin", ITEM.formatted("e") + "\n", true);
        String header =
                "\"carat\",\"cut\",\"color\",\"clarity\",depth,table,\"price\",\"x\",\"y\",z";
        Path csv =
                write(
                        "stones.csv.gz",
                        header + "\n0.23,\"Ideal\",\"E\",\"SI2\",61.5,55,326,3.95,3.98,2.43\n",
                        true);

        String stock = stock(new StockSource.Files(List.of(pages, items, csv)));

        assertThat(stock.lines())
                .hasSize(6)
                .startsWith(ITEM.formatted("a"), ITEM.formatted("b"), ITEM.formatted("c"));
        assertThat(stock).contains("\"price\":32600").contains("\"carats\":0.23");
    }

    @Test
    void namesTheLineOfAFileThatItCannotRead() throws Exception {
        String good = ITEM.formatted("a") + "\n";
        assertUnreadable(write("bad.jsonl", good + "{\"id\":", false), "line 2: expected JSON");
        assertUnreadable(write("no-id.jsonl", good + "{}", false), "line 2: expected an item");
        assertUnreadable(write("twice.jsonl", good + good, false), "line 2: expected each id once");
        assertUnreadable(write("other.csv", "a,b\n1,2", false), "line 1: expected JSON, or CSV");
        String header = "carat,cut,color,clarity,depth,table,price,x,y,z\n";
        assertUnreadable(
                write("row.csv", header + "1,Ideal,E,SI2,61,55,1e9,1,1,1", false),
                "line 2: expected a number in 'price', found '1e9'");
        assertUnreadable(write("short.csv", header + "1,Ideal", false), "expected 10 fields");
        assertUnreadable(
                directory.resolve("missing.jsonl"), "expected a readable file, found none");
        assertUnreadable(directory, "expected a readable file");
        Path broken = write("broken.gz", good.repeat(500), true);
        byte[] bytes = Files.readAllBytes(broken);
        Files.write(broken, Arrays.copyOf(bytes, bytes.length / 2));
        assertUnreadable(broken, "line");
        Path latin = directory.resolve("latin.jsonl");
        Files.write(latin, new byte[] {'{', '"', (byte) 0xe9, '"'});
        assertUnreadable(latin, "bytes that are not UTF-8");
    }

    @Test
    void saysThatThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SimulatorOptions options =
                    SimulatorOptions.of(new StockSource.Seeded(1, 1)).port(taken.getLocalPort());

            assertThatIOException()
                    .isThrownBy(() -> SupplierSimulator.start(options))
                    .withMessageContaining("expected the port %d".formatted(taken.getLocalPort()));
        }
    }

    @Test
    void freesItsPortWhenItCloses() throws Exception {
        SupplierSimulator first = start(new StockSource.Seeded(1, 1));
        int port = first.port();
        first.close();
        SimulatorOptions again = SimulatorOptions.of(new StockSource.Seeded(1, 1)).port(port);
        try (SupplierSimulator second = SupplierSimulator.start(again)) {
            assertThat(second.port()).isEqualTo(port);
        }
    }

    private void assertUnreadable(Path file, String message) {
        assertThatIOException()
                .isThrownBy(() -> start(new StockSource.Files(List.of(file))).close())
                .withMessageContaining(file.toString())
                .withMessageContaining(message);
    }

    private List<Integer> statuses(long seed) throws Exception {
        SimulatorOptions options =
                SimulatorOptions.of(new StockSource.Seeded(1, 1))
                        .seed(seed)
                        .faults(SimulatorFaults.parse("429=0.3,500=0.3"));
        List<Integer> statuses = new ArrayList<>();
        try (SupplierSimulator simulator = SupplierSimulator.start(options)) {
            for (int i = 0; i < 30; i++) statuses.add(send(simulator, "{}").statusCode());
        }
        return statuses;
    }

    private Path write(String name, String text, boolean gzip) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = gzip ? new GZIPOutputStream(raw) : raw) {
            out.write(text.getBytes(UTF_8));
        }
        return file;
    }

    private String stock(StockSource source) throws Exception {
        try (SupplierSimulator simulator = start(source)) {
            return get(simulator.stockUrl()).body();
        }
    }

    private static SupplierSimulator start(StockSource stock) throws IOException {
        return SupplierSimulator.start(SimulatorOptions.of(stock));
    }

    private String login(SupplierSimulator simulator) throws Exception {
        return post(simulator, LOGIN, MAPPER.createObjectNode())
                .at("/data/authenticate/username_and_password/token")
                .stringValue();
    }

    private static ObjectNode variables(String token) {
        return MAPPER.createObjectNode().put("token", token);
    }

    private JsonNode post(SupplierSimulator simulator, String query, ObjectNode variables)
            throws Exception {
        ObjectNode document = MAPPER.createObjectNode().put("query", query);
        document.set("variables", variables);
        HttpResponse<String> response = send(simulator, document.toString());
        assertThat(response.statusCode()).isEqualTo(200);
        return MAPPER.readTree(response.body());
    }

    private HttpResponse<String> send(SupplierSimulator simulator, String body) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(simulator.url()))
                        .POST(BodyPublishers.ofString(body))
                        .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }
}
