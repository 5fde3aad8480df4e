package dev.pawl.diamonds.simulator;

import dev.pawl.diamonds.simulator.StockQuery.StockOrder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads the filters, orders and places of the contract.
final class StockQueries {
    private static final List<String> BOUNDS = List.of("from", "to");

    private StockQueries() {}

    static StockQuery query(JsonNode filter, JsonNode order) throws ApiError {
        ApiRequest.requireOnly(filter, List.of("dollar_per_carat", "updated"), "query");
        JsonNode prices = filter.path("dollar_per_carat");
        JsonNode updated = filter.path("updated");
        ApiRequest.requireOnly(prices, BOUNDS, "dollar_per_carat");
        ApiRequest.requireOnly(updated, BOUNDS, "updated");
        return new StockQuery(
                price(prices.path("from"), RoundingMode.CEILING, Long.MIN_VALUE),
                price(prices.path("to"), RoundingMode.FLOOR, Long.MAX_VALUE),
                time(updated.path("from"), Instant.MIN),
                time(updated.path("to"), Instant.MAX),
                order(order));
    }

    private static long price(JsonNode node, RoundingMode rounding, long otherwise)
            throws ApiError {
        if (isAbsent(node)) return otherwise;
        if (!node.isNumber()) {
            throw ApiError.invalid("expected a number of dollars per carat, found " + node);
        }
        BigDecimal dollars = node.decimalValue();
        if (Math.abs((long) dollars.scale()) > 100) {
            throw ApiError.invalid("expected a number of dollars per carat, found " + node);
        }
        return StockStone.bound(dollars, rounding);
    }

    private static Instant time(JsonNode node, Instant otherwise) throws ApiError {
        if (isAbsent(node)) return otherwise;
        try {
            if (node.isString()) return OffsetDateTime.parse(node.stringValue()).toInstant();
        } catch (DateTimeException _) {
            // The same error as for another type.
        }
        throw ApiError.invalid("expected a time such as 2026-01-31T12:00:00Z, found " + node);
    }

    private static StockOrder order(JsonNode order) throws ApiError {
        if (isAbsent(order)) return StockOrder.CREATED_ASC;
        ApiRequest.requireOnly(order, List.of("type", "direction"), "order");
        boolean isAscending =
                switch (order.path("direction").asString("ASC")) {
                    case "ASC" -> true;
                    case "DESC" -> false;
                    default -> throw ApiError.invalid("expected ASC or DESC, found " + order);
                };
        return switch (order.path("type").asString("createdAt")) {
            case "createdAt" -> isAscending ? StockOrder.CREATED_ASC : StockOrder.CREATED_DESC;
            case "price" -> isAscending ? StockOrder.PRICE_ASC : StockOrder.PRICE_DESC;
            case "dollar_per_carat" ->
                    isAscending ? StockOrder.CARAT_PRICE_ASC : StockOrder.CARAT_PRICE_DESC;
            case "updated" -> isAscending ? StockOrder.UPDATED_ASC : StockOrder.UPDATED_DESC;
            default ->
                    throw ApiError.invalid(
                            "expected createdAt, price, dollar_per_carat or updated, found "
                                    + order);
        };
    }

    /// Returns a whole number within bounds, or `otherwise` if there is none.
    static int integer(JsonNode node, int least, int most, int otherwise) throws ApiError {
        if (isAbsent(node)) return otherwise;
        if (node.isIntegralNumber() && node.canConvertToInt()) {
            int value = node.intValue();
            if (value >= least && value <= most) return value;
        }
        throw ApiError.invalid(
                "expected a whole number of %d to %d, found %s".formatted(least, most, node));
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }
}
