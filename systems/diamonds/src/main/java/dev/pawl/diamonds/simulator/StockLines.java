package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.diamonds.simulator.StockFiles.Place;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads lines of JSON: a page as a supplier returns it, with or without an envelope, or an item.
final class StockLines {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> ENVELOPE =
            List.of("response", "data", "as", "diamonds_by_query");

    private StockLines() {}

    static List<StockStone> read(String line, Place place) throws StockException {
        byte[] bytes = line.getBytes(UTF_8);
        List<StockStone> stones = new ArrayList<>();
        try (JsonParser parser = MAPPER.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw place.error(
                        "expected a page or an item as a JSON object, found something else");
            }
            if (!enter(parser)) {
                stones.add(stone(MAPPER.readTree(bytes), bytes, place, place.created()));
                return stones;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                int start = (int) parser.currentTokenLocation().getByteOffset();
                JsonNode item = parser.readValueAsTree();
                int end = (int) parser.currentLocation().getByteOffset();
                byte[] exact = Arrays.copyOfRange(bytes, start, end);
                stones.add(stone(item, exact, place, place.created() + stones.size()));
            }
            // The rest of the line must be JSON, too.
            while (parser.nextToken() != null) parser.skipChildren();
            return stones;
        } catch (JacksonException e) {
            throw place.error(
                    "expected JSON, found something else at column %d"
                            .formatted(e.getLocation().getColumnNr()),
                    e);
        }
    }

    /// Moves to the items of a page; returns false if there are none, so that it is an item.
    private static boolean enter(JsonParser parser) {
        JsonToken token;
        while ((token = parser.nextToken()) != null) {
            if (token != JsonToken.PROPERTY_NAME) continue;
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("items") && value == JsonToken.START_ARRAY) return true;
            boolean isInside = ENVELOPE.contains(name) && value == JsonToken.START_OBJECT;
            if (!isInside) parser.skipChildren();
        }
        return false;
    }

    private static StockStone stone(JsonNode item, byte[] json, Place place, long created)
            throws StockException {
        String id = item.path("id").asString("");
        JsonNode price = item.path("price");
        if (id.isBlank()
                || !(price.isIntegralNumber() || price.isNull() || price.isMissingNode())) {
            throw place.error(
                    "expected an item with an 'id' and a 'price' in cents, found %s"
                            .formatted(id.isBlank() ? "no id" : "the price " + price));
        }
        long cents = price.asLong(0);
        return new StockStone(
                id,
                json,
                cents,
                StockStone.perCarat(cents, carats(item)),
                created,
                updated(item, place));
    }

    static BigDecimal carats(JsonNode item) {
        JsonNode carats = item.path("diamond").path("certificate").path("carats");
        return carats.isNumber() ? carats.decimalValue() : BigDecimal.ZERO;
    }

    private static Instant updated(JsonNode item, Place place) throws StockException {
        String text = item.path("updated_at").asString("");
        try {
            return text.isEmpty() ? place.loaded() : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw place.error("expected a time in 'updated_at', found '%s'".formatted(text), e);
        }
    }
}
