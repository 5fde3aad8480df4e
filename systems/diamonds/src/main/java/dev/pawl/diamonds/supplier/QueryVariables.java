package dev.pawl.diamonds.supplier;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Writes filters and orders as the contract has them.
final class QueryVariables {
    private static final JsonMapper MAPPER = new JsonMapper();

    private QueryVariables() {}

    static ObjectNode of(StoneFilter filter) {
        ObjectNode query = MAPPER.createObjectNode();
        ObjectNode prices = MAPPER.createObjectNode();
        put(prices, "from", filter.caratPriceFrom());
        put(prices, "to", filter.caratPriceTo());
        if (!prices.isEmpty()) query.set("dollar_per_carat", prices);
        ObjectNode updated = MAPPER.createObjectNode();
        put(updated, "from", filter.updatedFrom());
        put(updated, "to", filter.updatedTo());
        if (!updated.isEmpty()) query.set("updated", updated);
        return query;
    }

    static ObjectNode of(StoneOrder order) {
        return MAPPER.createObjectNode()
                .put("type", order.type().wire())
                .put("direction", order.direction().name());
    }

    /// Without an exponent, which not every server reads.
    private static void put(ObjectNode node, String name, @Nullable BigDecimal value) {
        if (value == null) return;
        BigDecimal plain = value.stripTrailingZeros();
        node.put(name, plain.scale() < 0 ? plain.setScale(0) : plain);
    }

    private static void put(ObjectNode node, String name, @Nullable Instant value) {
        if (value != null) node.put(name, value.toString());
    }
}
