package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Answers the operations of the contract from a stock. Thread-safe.
final class SupplierApi {
    static final int LIMIT_MAX = 50;

    private static final JsonMapper MAPPER = new JsonMapper();

    private final SimulatorOptions options;
    private final LiveStock stock;
    private final SimulatorTokens tokens;
    private final LongAdder logins = new LongAdder();
    private final LongAdder counts = new LongAdder();
    private final LongAdder pages = new LongAdder();
    private final LongAdder stones = new LongAdder();

    SupplierApi(SimulatorOptions options, LiveStock stock) {
        this.options = options;
        this.stock = stock;
        this.tokens = new SimulatorTokens(options.seed(), options.faults().expireAfter());
    }

    /// Returns the answer to a request; `number` counts all requests of the simulator.
    byte[] answer(byte[] body, long number) {
        try {
            ApiRequest request = ApiRequest.parse(body);
            return switch (request.operation()) {
                case LOGIN -> login(request);
                case COUNT -> count(request);
                case PAGE -> page(request, number);
            };
        } catch (ApiError e) {
            return error(e);
        }
    }

    private byte[] login(ApiRequest request) throws ApiError {
        String user = request.argument("username").asString("");
        String password = request.argument("password").asString("");
        boolean isOpen = options.user().isEmpty();
        boolean isKnown = user.equals(options.user()) && password.equals(options.password());
        if (isOpen ? user.isEmpty() || password.isEmpty() : !isKnown) {
            throw ApiError.unauthenticated("the user or the password is wrong");
        }
        logins.increment();
        return """
        {"data":{"authenticate":{"username_and_password":{"token":"%s"}}}}\
        """
                .formatted(tokens.issue())
                .getBytes(UTF_8);
    }

    private byte[] count(ApiRequest request) throws ApiError {
        requireToken(request);
        StockQuery query = StockQueries.query(request.argument("query"), request.argument("order"));
        counts.increment();
        return """
        {"data":{"as":{"diamonds_by_query_count":%d}}}\
        """
                .formatted(stock.snapshot().count(query))
                .getBytes(UTF_8);
    }

    private byte[] page(ApiRequest request, long number) throws ApiError {
        requireToken(request);
        JsonNode limits = request.argument("limit");
        int offset = StockQueries.integer(request.argument("offset"), 0, Integer.MAX_VALUE, 0);
        int limit = StockQueries.integer(limits, 1, LIMIT_MAX, LIMIT_MAX);
        StockQuery query = StockQueries.query(request.argument("query"), request.argument("order"));
        StockStone[] all = stock.snapshot().select(query);
        int start = Math.min(offset, all.length);
        int full = Math.min(limit, all.length - start);
        int items = options.faults().items(full, options.seed(), number);
        pages.increment();
        stones.add(items);
        return page(all, start, start + items);
    }

    /// Copies the rendered items into one answer.
    private static byte[] page(StockStone[] all, int start, int end) {
        byte[] head =
                """
                {"data":{"as":{"diamonds_by_query":{"total_count":%d,"items":[\
                """
                        .formatted(all.length)
                        .getBytes(UTF_8);
        byte[] tail = "]}}}}".getBytes(UTF_8);
        int size = head.length + tail.length + Math.max(0, end - start - 1);
        for (int i = start; i < end; i++) size += all[i].json().length;
        byte[] answer = new byte[size];
        int at = copy(head, answer, 0);
        for (int i = start; i < end; i++) {
            if (i > start) answer[at++] = ',';
            at = copy(all[i].json(), answer, at);
        }
        copy(tail, answer, at);
        return answer;
    }

    private static int copy(byte[] from, byte[] to, int at) {
        System.arraycopy(from, 0, to, at, from.length);
        return at + from.length;
    }

    private void requireToken(ApiRequest request) throws ApiError {
        if (!tokens.use(request.argument("token").asString(""))) {
            throw ApiError.unauthenticated("the token is invalid or has expired");
        }
    }

    private static byte[] error(ApiError e) {
        ObjectNode error = MAPPER.createObjectNode().put("message", e.getMessage());
        error.set("extensions", MAPPER.createObjectNode().put("code", e.code()));
        ObjectNode document = MAPPER.createObjectNode();
        document.set("errors", MAPPER.createArrayNode().add(error));
        document.putNull("data");
        return MAPPER.writeValueAsBytes(document);
    }

    void expireTokens() {
        tokens.expireAll();
    }

    /// Returns what was served, with numbers that the server counts.
    SimulatorStats stats(long requests, long faults) {
        return new SimulatorStats(
                requests, faults, logins.sum(), counts.sum(), pages.sum(), stones.sum());
    }
}
