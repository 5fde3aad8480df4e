package dev.pawl.diamonds.supplier;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the values of the three operations.
final class AnswerValues {
    private AnswerValues() {}

    static String token(JsonParser parser) throws BadAnswer {
        String token = null;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new BadAnswer("expected an object with a token, found something else");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean isToken = parser.currentName().equals("token");
            if (parser.nextToken() == JsonToken.VALUE_STRING && isToken) token = parser.getString();
            else parser.skipChildren();
        }
        if (token == null || token.isBlank()) {
            throw new BadAnswer("expected a text in 'token', found none");
        }
        return token;
    }

    static Long count(JsonParser parser) throws BadAnswer {
        return count(parser, "the count of stones");
    }

    private static Long count(JsonParser parser, String what) throws BadAnswer {
        boolean isNumber = parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
        if (isNumber && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long count = parser.getLongValue();
            if (count >= 0) return count;
        }
        String found = parser.currentToken().isScalarValue() ? parser.getString() : "a structure";
        throw new BadAnswer(
                "expected %s as a whole number of 0 or more, found %s"
                        .formatted(what, GraphqlError.shortened(found)));
    }

    /// Reads a page of at most `limit` items out of the `body` that the parser reads.
    static SupplierPage page(JsonParser parser, byte[] body, int limit) throws BadAnswer {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new BadAnswer("expected an object with total_count and items, found none");
        }
        Long total = null;
        List<SupplierItem> items = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals("total_count")) total = count(parser, "'total_count'");
            else if (name.equals("items")) items = items(parser, body, limit);
            else parser.skipChildren();
        }
        return new SupplierPage(required(total, "total_count"), required(items, "items"));
    }

    private static List<SupplierItem> items(JsonParser parser, byte[] body, int limit)
            throws BadAnswer {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new BadAnswer("expected a list in 'items', found something else");
        }
        ItemReader reader = new ItemReader(body);
        List<SupplierItem> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (items.size() == limit) {
                throw new BadAnswer("expected at most %d items, found more".formatted(limit));
            }
            items.add(reader.read(parser, items.size() + 1));
        }
        return items;
    }

    private static <T> T required(@Nullable T value, String field) throws BadAnswer {
        if (value == null) throw new BadAnswer("expected '%s', found none".formatted(field));
        return value;
    }
}
