package dev.pawl.feeds.format.json;

import dev.pawl.feeds.format.Document;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The start of a JSON object: its first list, and the texts and numbers before it.
public final class JsonHead {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private String list = "";
    private @Nullable ObjectNode first;

    private JsonHead() {}

    /// Parses the first bytes of a document; the result is empty if it is no JSON object.
    public static JsonHead of(Document document) throws IOException {
        byte[] bytes = document.head();
        JsonHead head = new JsonHead();
        if (!isObject(bytes)) return head;
        try (JsonParser parser = MAPPER.createParser(bytes)) {
            head.read(parser);
        } catch (JacksonException e) {
            // The head ends in the middle of a value; the fields before it are enough.
        }
        return head;
    }

    /// Returns the name of the first list; "" if the head has none.
    public String list() {
        return list;
    }

    /// Returns a text before the list.
    public Optional<String> text(String field) {
        return Optional.ofNullable(texts.get(field));
    }

    /// Returns an integer before the list.
    public OptionalLong number(String field) {
        Long number = numbers.get(field);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /// Returns the first element of the list, if it is an object and the head contains all of it.
    public Optional<ObjectNode> first() {
        return Optional.ofNullable(first);
    }

    private static boolean isObject(byte[] head) {
        boolean marked =
                head.length > 2
                        && head[0] == (byte) 0xef
                        && head[1] == (byte) 0xbb
                        && head[2] == (byte) 0xbf;
        int at = marked ? 3 : 0;
        while (at < head.length && Character.isWhitespace(head[at])) at++;
        return at < head.length && head[at] == '{';
    }

    private void read(JsonParser parser) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_ARRAY) {
                list = name;
                if (parser.nextToken() == JsonToken.START_OBJECT) first = parser.readValueAsTree();
                return;
            }
            if (value == JsonToken.VALUE_STRING) texts.put(name, parser.getString());
            if (value == JsonToken.VALUE_NUMBER_INT) numbers.put(name, parser.getLongValue());
            parser.skipChildren();
        }
    }
}
