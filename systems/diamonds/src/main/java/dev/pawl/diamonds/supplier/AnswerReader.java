package dev.pawl.diamonds.supplier;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads a GraphQL response token by token: its errors, and the value at a path below `data`.
///
/// Fields that are not on the path are skipped, whatever they contain.
final class AnswerReader<T> {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int ERRORS_MAX = 10;

    private final byte[] body;
    private final List<String> path;
    private final ValueReader<T> reader;
    private final List<GraphqlError> errors = new ArrayList<>();
    private @Nullable T value;

    private AnswerReader(byte[] body, List<String> path, ValueReader<T> reader) {
        this.body = body;
        this.path = path;
        this.reader = reader;
    }

    /// Reads a whole response, to its last byte.
    ///
    /// @throws tools.jackson.core.JacksonException if it is no JSON
    static <T> Contents<T> read(byte[] body, List<String> path, ValueReader<T> reader)
            throws BadAnswer {
        AnswerReader<T> answer = new AnswerReader<>(body, path, reader);
        try (JsonParser parser = MAPPER.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadAnswer(
                        "expected a JSON object, found "
                                + (parser.currentToken() == null ? "nothing" : "something else"));
            }
            answer.root(parser);
            if (parser.nextToken() != null) {
                throw new BadAnswer("expected one JSON object, found more behind it");
            }
        }
        return new Contents<>(answer.value, answer.errors);
    }

    private void root(JsonParser parser) throws BadAnswer {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (name.equals("data") && token == JsonToken.START_OBJECT) descend(parser, 0);
            else if (name.equals("errors") && token == JsonToken.START_ARRAY) readErrors(parser);
            else parser.skipChildren();
        }
    }

    private void descend(JsonParser parser, int depth) throws BadAnswer {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean isNext = parser.currentName().equals(path.get(depth));
            JsonToken token = parser.nextToken();
            boolean isLast = depth == path.size() - 1;
            if (isNext && isLast && token != JsonToken.VALUE_NULL)
                value = reader.read(parser, body);
            else if (isNext && !isLast && token == JsonToken.START_OBJECT) {
                descend(parser, depth + 1);
            } else parser.skipChildren();
        }
    }

    private void readErrors(JsonParser parser) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (errors.size() >= ERRORS_MAX) {
                parser.skipChildren();
                continue;
            }
            JsonNode error = parser.readValueAsTree();
            errors.addAll(GraphqlError.listOf(MAPPER.createArrayNode().add(error)));
        }
    }

    /// What a response contains; the value is null if there is none at the path.
    record Contents<T>(@Nullable T value, List<GraphqlError> errors) {}

    /// Reads the value at the end of the path.
    interface ValueReader<T> {

        /// Reads the value at which the parser stands, and leaves it at its last token.
        T read(JsonParser parser, byte[] body) throws BadAnswer;
    }
}
