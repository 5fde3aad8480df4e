package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Pure functions over trees of fields with their schema: which fields a tree has, how two trees
/// differ, and how they are merged. Trees are shared, never changed.
final class Fields {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Fields() {}

    /// Returns the fields of a tree that a manager can own.
    static FieldSet of(JsonNode tree, Schema schema) {
        List<String> paths = new ArrayList<>();
        collect("", tree, schema, paths);
        return FieldSet.of(paths);
    }

    private static void collect(String path, JsonNode node, Schema schema, List<String> paths) {
        if (node instanceof ObjectNode object && !object.isEmpty() && !schema.isAtomic()) {
            object.properties()
                    .forEach(e ->
                            collect(
                                    path + "." + e.getKey(),
                                    e.getValue(),
                                    schema.child(e.getKey()),
                                    paths));
        } else if (node instanceof ArrayNode list && !list.isEmpty() && isGranular(schema)) {
            items(path, list, schema)
                    .forEach((itemPath, item) -> {
                        paths.add(itemPath);
                        if (item.isObject()) collect(itemPath, item, schema.items(), paths);
                    });
        } else if (!path.isEmpty()) {
            paths.add(path);
        }
    }

    /// Returns the fields that were added, changed or removed between two trees.
    static Difference compare(JsonNode before, JsonNode after, Schema schema) {
        Difference difference = new Difference(new ArrayList<>(), new ArrayList<>());
        difference.compare("", before, after, schema);
        return difference;
    }

    private static void addAll(String path, JsonNode node, Schema schema, List<String> to) {
        if (path.endsWith("]")) to.add(path);
        if (!path.endsWith("]") || node.isObject()) collect(path, node, schema, to);
    }

    /// Returns the parts of a node that are owned separately by path, or null if it is owned as a
    /// whole.
    private static @Nullable Map<String, JsonNode> children(
            String path, JsonNode node, Schema schema) {
        if (node instanceof ObjectNode object && !schema.isAtomic()) {
            Map<String, JsonNode> children = new LinkedHashMap<>();
            object.properties().forEach(e -> children.put(path + "." + e.getKey(), e.getValue()));
            return children;
        }
        return node instanceof ArrayNode list && isGranular(schema)
                ? items(path, list, schema)
                : null;
    }

    private static Schema childSchema(String path, String child, Schema schema) {
        return child.charAt(path.length()) == '['
                ? schema.items()
                : schema.child(child.substring(path.length() + 1));
    }

    /// Returns `live` with the fields that `applied` has.
    @SuppressWarnings("ReferenceEquality") // versions share subtrees
    static JsonNode merge(JsonNode live, JsonNode applied, Schema schema) {
        if (live == applied) return live;
        if (live instanceof ObjectNode old
                && applied instanceof ObjectNode change
                && !schema.isAtomic()) {
            ObjectNode merged = shallowCopy(old);
            for (Map.Entry<String, JsonNode> e : change.properties()) {
                JsonNode before = old.get(e.getKey());
                merged.set(
                        e.getKey(),
                        before == null
                                ? e.getValue()
                                : merge(before, e.getValue(), schema.child(e.getKey())));
            }
            return merged;
        }
        if (live instanceof ArrayNode old
                && applied instanceof ArrayNode change
                && isGranular(schema)) {
            Map<String, JsonNode> merged = items("", old, schema);
            items("", change, schema)
                    .forEach((key, item) ->
                            merged.merge(key, item, (was, is) -> merge(was, is, schema.items())));
            return NODES.arrayNode().addAll(merged.values());
        }
        return live.equals(applied) ? live : applied;
    }

    /// Returns a tree without some of its fields, and without what is empty then.
    static JsonNode remove(JsonNode tree, FieldSet unwanted, Schema schema) {
        return unwanted.isEmpty() ? tree : remove("", tree, unwanted, schema);
    }

    private static JsonNode remove(String path, JsonNode node, FieldSet unwanted, Schema schema) {
        if (!unwanted.hasBelow(path)) return node;
        Map<String, JsonNode> children = children(path, node, schema);
        if (children == null) return node;
        ObjectNode object = NODES.objectNode();
        ArrayNode list = NODES.arrayNode();
        children.forEach((childPath, child) -> {
            if (unwanted.contains(childPath)) return;
            JsonNode kept =
                    remove(childPath, child, unwanted, childSchema(path, childPath, schema));
            if (kept.isContainer() && kept.isEmpty() && !child.isEmpty()) return;
            if (node.isObject()) object.set(childPath.substring(path.length() + 1), kept);
            else list.add(kept);
        });
        return node.isObject() ? object : list;
    }

    static ObjectNode shallowCopy(ObjectNode object) {
        ObjectNode copy = NODES.objectNode();
        object.properties().forEach(e -> copy.set(e.getKey(), e.getValue()));
        return copy;
    }

    private static boolean isGranular(Schema schema) {
        return schema.isKeyed() || schema.isSet();
    }

    private static Map<String, JsonNode> items(String path, ArrayNode list, Schema schema) {
        Map<String, JsonNode> items = new LinkedHashMap<>();
        for (JsonNode item : list) {
            String itemPath = path + "[" + (schema.isSet() ? "=" + item : key(item, schema)) + "]";
            if (items.put(itemPath, item) != null) {
                throw new ClusterException.Invalid(
                        "expected each item of a list once, found %s twice".formatted(itemPath),
                        List.of(new ClusterException.Cause(path, "Duplicate value: " + itemPath)));
            }
        }
        return items;
    }

    private static String key(JsonNode item, Schema schema) {
        StringBuilder key = new StringBuilder();
        for (String field : schema.keys()) {
            JsonNode value = item.path(field);
            if (!key.isEmpty()) key.append(',');
            // The one key that has a default on the server.
            String text =
                    value.isMissingNode() && field.equals("protocol")
                            ? "\"TCP\""
                            : value.toString();
            key.append(field).append('=').append(text);
        }
        return key.toString();
    }

    /// What distinguishes two trees: the paths that were added or changed, and those removed.
    record Difference(List<String> changed, List<String> removed) {

        @SuppressWarnings("ReferenceEquality") // versions share subtrees
        private void compare(String path, JsonNode before, JsonNode after, Schema schema) {
            if (before == after) return;
            Map<String, JsonNode> left = children(path, before, schema);
            Map<String, JsonNode> right = children(path, after, schema);
            if (left == null || right == null) {
                if (!before.equals(after)) changed.add(path);
                return;
            }
            Set<String> paths = new LinkedHashSet<>(left.keySet());
            paths.addAll(right.keySet());
            for (String child : paths) {
                JsonNode old = left.get(child);
                JsonNode now = right.get(child);
                Schema type = childSchema(path, child, schema);
                if (old == null && now != null) addAll(child, now, type, changed);
                if (old != null && now == null) addAll(child, old, type, removed);
                if (old != null && now != null) compare(child, old, now, type);
            }
        }
    }
}
