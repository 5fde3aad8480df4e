package dev.pawl.feeds.format.json;

import dev.pawl.feeds.format.BadRecord;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The fields of a record; `owner` names it in messages.
public record JsonFields(ObjectNode object, String owner) {
    private static final int SHOWN_CHARS_MAX = 60;

    /// Returns the fields of a record, which must be an object.
    public static JsonFields of(JsonNode record, String owner) throws BadRecord {
        if (record instanceof ObjectNode object) return new JsonFields(object, owner);
        throw new BadRecord("%s: expected an object, found %s".formatted(owner, shown(record)));
    }

    /// Returns a required text, which must not be blank.
    public String text(String field) throws BadRecord {
        Optional<String> found = optionalText(field);
        if (found.isPresent() && !found.get().isBlank()) return found.get();
        throw new BadRecord("%s: expected a text in '%s', found none".formatted(owner, field));
    }

    /// Returns an optional text; any other type is an error.
    public Optional<String> optionalText(String field) throws BadRecord {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) return Optional.empty();
        if (value.isString()) return Optional.of(value.stringValue());
        throw wrong(field, "a text", value);
    }

    /// Returns a boolean field; false if it is missing.
    public boolean flag(String field) throws BadRecord {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) return false;
        if (value.isBoolean()) return value.booleanValue();
        throw wrong(field, "true or false", value);
    }

    /// Returns the elements of an optional list; any other type is an error.
    public Iterable<JsonNode> list(String field) throws BadRecord {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) return List.of();
        if (value.isArray()) return value;
        throw wrong(field, "a list", value);
    }

    private BadRecord wrong(String field, String expected, JsonNode found) {
        return new BadRecord(
                "%s: expected %s in '%s', found %s"
                        .formatted(owner, expected, field, shown(found)));
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
    }
}
