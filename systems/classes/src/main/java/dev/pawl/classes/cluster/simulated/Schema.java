package dev.pawl.classes.cluster.simulated;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// How the fields of an object are merged and checked: a tree like the objects themselves.
///
/// What a schema does not mention has granular objects and atomic lists, as on the API server.
final class Schema {
    static final Schema OPEN = new Schema(Lists.ATOMIC, List.of(), MissingNode.getInstance());

    /// What every kind has in its metadata.
    static final Schema METADATA =
            OPEN.with("ownerReferences", keyed(OPEN, "uid")).with("finalizers", set());

    private final Lists lists;
    private final List<String> keys;
    private final JsonNode rules;
    private final Map<String, Schema> properties = new LinkedHashMap<>();
    private @Nullable Schema items;
    private @Nullable Schema additional;

    private Schema(Lists lists, List<String> keys, JsonNode rules) {
        this.lists = lists;
        this.keys = keys;
        this.rules = rules;
    }

    /// Returns the schema of a list whose items are identified by some of their fields.
    static Schema keyed(Schema item, String... keys) {
        Schema schema = new Schema(Lists.KEYED, List.of(keys), MissingNode.getInstance());
        schema.items = item;
        return schema;
    }

    /// Returns the schema of a list in which each value is owned separately.
    static Schema set() {
        return new Schema(Lists.SET, List.of(), MissingNode.getInstance());
    }

    /// Reads a structural schema of a custom resource definition.
    static Schema parse(JsonNode rules) {
        Schema schema = new Schema(Lists.of(rules), keysOf(rules), rules);
        rules.path("properties")
                .properties()
                .forEach(e -> schema.properties.put(e.getKey(), parse(e.getValue())));
        if (rules.path("items").isObject()) schema.items = parse(rules.path("items"));
        JsonNode others = rules.path("additionalProperties");
        if (others.isObject()) schema.additional = parse(others);
        return schema;
    }

    /// Returns a copy that has `field`.
    Schema with(String field, Schema schema) {
        Schema copy = new Schema(lists, keys, rules);
        copy.properties.putAll(properties);
        copy.properties.put(field, schema);
        copy.items = items;
        copy.additional = additional;
        return copy;
    }

    Schema child(String field) {
        Schema known = properties.get(field);
        if (known != null) return known;
        return additional != null ? additional : OPEN;
    }

    Schema items() {
        return items != null ? items : OPEN;
    }

    /// Returns whether objects are owned and replaced as a whole.
    boolean isAtomic() {
        return rules.path("x-kubernetes-map-type").asString("").equals("atomic");
    }

    boolean isKeyed() {
        return lists == Lists.KEYED;
    }

    boolean isSet() {
        return lists == Lists.SET;
    }

    List<String> keys() {
        return keys;
    }

    /// Returns whether the server keeps a field of that name.
    boolean keeps(String field) {
        return !isClosed() || properties.containsKey(field) || additional != null;
    }

    /// Returns whether the server drops fields that the schema does not have.
    private boolean isClosed() {
        return rules.path("type").asString("").equals("object")
                && !rules.path("x-kubernetes-preserve-unknown-fields").asBoolean(false)
                && !rules.path("additionalProperties").asBoolean(false);
    }

    /// Returns the constraints in the notation of a custom resource definition.
    JsonNode rules() {
        return rules;
    }

    private static List<String> keysOf(JsonNode rules) {
        return rules.path("x-kubernetes-list-map-keys")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private enum Lists {
        ATOMIC,
        KEYED,
        SET;

        static Lists of(JsonNode rules) {
            return switch (rules.path("x-kubernetes-list-type").asString("atomic")) {
                case "map" -> KEYED;
                case "set" -> SET;
                default -> ATOMIC;
            };
        }
    }
}
