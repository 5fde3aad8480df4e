package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares an object with the constraints of its schema.
final class SchemaCheck {
    private final List<Cause> causes = new ArrayList<>();

    private SchemaCheck() {}

    /// Returns what is wrong, in the words of the API server.
    static List<Cause> causes(ObjectNode object, Schema schema) {
        SchemaCheck check = new SchemaCheck();
        check.check("", object, schema);
        return check.causes;
    }

    private void check(String field, JsonNode value, Schema schema) {
        JsonNode rules = schema.rules();
        if (rules.isMissingNode()) return;
        if (!hasType(value, rules)) {
            String type = rules.path("type").asString("");
            invalid(
                    field,
                    "\"" + typeOf(value) + "\"",
                    "must be of type %s: \"%s\"".formatted(type, typeOf(value)));
            return;
        }
        checkEnum(field, value, rules);
        if (value.isNumber()) checkNumber(field, value, rules);
        if (value.isString()) checkText(field, value.stringValue(), rules);
        if (value instanceof ArrayNode list) checkList(field, list, schema);
        if (value instanceof ObjectNode object) checkObject(field, object, schema);
    }

    private void checkObject(String field, ObjectNode object, Schema schema) {
        for (JsonNode required : schema.rules().path("required")) {
            if (!object.has(required.asString())) {
                causes.add(new Cause(join(field, required.asString()), "Required value"));
            }
        }
        object.properties()
                .forEach(e ->
                        check(join(field, e.getKey()), e.getValue(), schema.child(e.getKey())));
    }

    private void checkList(String field, ArrayNode list, Schema schema) {
        int max = schema.rules().path("maxItems").asInt(Integer.MAX_VALUE);
        int min = schema.rules().path("minItems").asInt(0);
        if (list.size() > max) {
            invalid(field, String.valueOf(list.size()), "should have at most " + max + " items");
        }
        if (list.size() < min) {
            invalid(field, String.valueOf(list.size()), "should have at least " + min + " items");
        }
        for (int i = 0; i < list.size(); i++) {
            check(field + "[" + i + "]", list.get(i), schema.items());
        }
    }

    private void checkNumber(String field, JsonNode value, JsonNode rules) {
        if (rules.has("minimum") && value.asDouble() < rules.path("minimum").asDouble()) {
            invalid(
                    field,
                    value.toString(),
                    "should be greater than or equal to " + rules.path("minimum"));
        }
        if (rules.has("maximum") && value.asDouble() > rules.path("maximum").asDouble()) {
            invalid(
                    field,
                    value.toString(),
                    "should be less than or equal to " + rules.path("maximum"));
        }
    }

    private void checkText(String field, String text, JsonNode rules) {
        int min = rules.path("minLength").asInt(0);
        int max = rules.path("maxLength").asInt(Integer.MAX_VALUE);
        String quoted = "\"" + text + "\"";
        if (text.length() < min) {
            invalid(field, quoted, "should be at least " + min + " chars long");
        }
        if (text.length() > max) invalid(field, quoted, "may not be longer than " + max);
        String pattern = rules.path("pattern").asString("");
        if (!Pattern.compile(pattern).matcher(text).find()) {
            invalid(field, quoted, "should match '" + pattern + "'");
        }
    }

    private void checkEnum(String field, JsonNode value, JsonNode rules) {
        JsonNode allowed = rules.path("enum");
        if (allowed.isEmpty() || allowed.valueStream().anyMatch(value::equals)) return;
        String supported =
                allowed.valueStream().map(JsonNode::toString).collect(Collectors.joining(", "));
        causes.add(
                new Cause(
                        field,
                        "Unsupported value: %s: supported values: %s".formatted(value, supported)));
    }

    private void invalid(String field, String found, String rule) {
        causes.add(
                new Cause(field, "Invalid value: %s: %s in body %s".formatted(found, field, rule)));
    }

    private static boolean hasType(JsonNode value, JsonNode rules) {
        if (rules.path("x-kubernetes-int-or-string").asBoolean(false)) {
            return value.isIntegralNumber() || value.isString();
        }
        return switch (rules.path("type").asString("")) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> true;
        };
    }

    private static String typeOf(JsonNode value) {
        if (value.isIntegralNumber()) return "integer";
        return switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case BINARY, MISSING, NULL, POJO -> "null";
        };
    }

    private static String join(String field, String name) {
        return field.isEmpty() ? name : field + "." + name;
    }
}
