package dev.pawl.classes.resource.format;

import dev.pawl.classes.resource.FieldError;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the fields of one JSON object and collects errors with their paths.
final class FieldReader {
    private static final int SHOWN_MAX = 60;

    private final JsonNode node;
    private final String path;
    private final List<FieldError> errors;

    FieldReader(JsonNode node, String path, List<FieldError> errors) {
        this.node = node;
        this.path = path;
        this.errors = errors;
        if (!isAbsent(node) && !node.isObject()) add(path, "an object", node);
    }

    boolean has(String name) {
        return !isAbsent(node.path(name));
    }

    FieldReader object(String name) {
        return new FieldReader(node.path(name), at(name), errors);
    }

    @Nullable String text(String name) {
        JsonNode value = node.path(name);
        if (isAbsent(value)) return null;
        if (value.isString()) return value.stringValue();
        add(at(name), "a text", value);
        return null;
    }

    String requiredText(String name) {
        String text = text(name);
        if (text != null && !text.isBlank()) return text;
        if (isAbsent(node.path(name)) || text != null) error(name, "expected a text, found none");
        return "";
    }

    String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean flag(String name, boolean otherwise) {
        JsonNode value = node.path(name);
        if (isAbsent(value)) return otherwise;
        if (value.isBoolean()) return value.booleanValue();
        add(at(name), "true or false", value);
        return otherwise;
    }

    @Nullable Integer wholeNumber(String name, int min, int max) {
        JsonNode value = node.path(name);
        if (isAbsent(value)) return null;
        if (value.canConvertToInt() && value.isIntegralNumber()) {
            int number = value.intValue();
            if (number >= min && number <= max) return number;
        }
        String range =
                max == Integer.MAX_VALUE
                        ? "a whole number of at least " + min
                        : "a whole number from %d to %d".formatted(min, max);
        add(at(name), range, value);
        return null;
    }

    @Nullable Long longNumber(String name) {
        JsonNode value = node.path(name);
        if (isAbsent(value)) return null;
        if (value.isIntegralNumber() && value.canConvertToLong()) return value.longValue();
        add(at(name), "a whole number", value);
        return null;
    }

    @Nullable Double number(String name) {
        JsonNode value = node.path(name);
        if (isAbsent(value)) return null;
        if (value.isNumber() && Double.isFinite(value.doubleValue())) return value.doubleValue();
        add(at(name), "a number", value);
        return null;
    }

    @Nullable Instant time(String name) {
        String text = text(name);
        if (text == null) return null;
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            add(at(name), "a time such as 2030-01-01T00:00:00Z", node.path(name));
            return null;
        }
    }

    /// Returns what `convert` makes of the items of a list of objects.
    <T extends @Nullable Object> List<T> objects(String name, Function<FieldReader, T> convert) {
        List<T> items = new ArrayList<>();
        JsonNode list = list(name);
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isObject()) {
                items.add(convert.apply(new FieldReader(list.get(i), item(name, i), errors)));
            } else {
                add(item(name, i), "an object", list.get(i));
            }
        }
        return items;
    }

    List<String> texts(String name) {
        List<String> items = new ArrayList<>();
        JsonNode list = list(name);
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isString()) items.add(list.get(i).stringValue());
            else add(item(name, i), "a text", list.get(i));
        }
        return items;
    }

    List<Long> numbers(String name) {
        List<Long> items = new ArrayList<>();
        JsonNode list = list(name);
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isIntegralNumber() && list.get(i).canConvertToLong()) {
                items.add(list.get(i).longValue());
            } else {
                add(item(name, i), "a whole number", list.get(i));
            }
        }
        return items;
    }

    Map<String, String> strings(String name) {
        Map<String, String> strings = new LinkedHashMap<>();
        FieldReader object = object(name);
        for (String key : object.names()) {
            String text = object.text(key);
            if (text != null) strings.put(key, text);
        }
        return strings;
    }

    List<String> names() {
        return node.isObject() ? List.copyOf(node.propertyNames()) : List.of();
    }

    void error(String name, String problem) {
        errors.add(new FieldError(at(name), problem));
    }

    private JsonNode list(String name) {
        JsonNode list = node.path(name);
        if (!isAbsent(list) && !list.isArray()) {
            add(at(name), "a list", list);
            return node.path("");
        }
        return list;
    }

    private void add(String where, String expected, JsonNode found) {
        String text = found.toString();
        String shown = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
        errors.add(new FieldError(where, "expected %s, found %s".formatted(expected, shown)));
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private String item(String name, int index) {
        return at(name) + "[" + index + "]";
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
