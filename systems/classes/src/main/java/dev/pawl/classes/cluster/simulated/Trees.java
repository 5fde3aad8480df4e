package dev.pawl.classes.cluster.simulated;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Pure functions over JSON trees.
final class Trees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Trees() {}

    /// Returns a copy as a server stores it: without nulls, and with each number in one form.
    static ObjectNode canonical(ObjectNode tree) {
        ObjectNode copy = NODES.objectNode();
        for (Map.Entry<String, JsonNode> e : tree.properties()) {
            if (!e.getValue().isNull()) copy.set(e.getKey(), canonical(e.getValue()));
        }
        return copy;
    }

    private static JsonNode canonical(JsonNode node) {
        if (node instanceof ObjectNode object) return canonical(object);
        if (node instanceof ArrayNode list) {
            ArrayNode copy = NODES.arrayNode();
            list.forEach(item -> copy.add(canonical(item)));
            return copy;
        }
        return node.isLong() && node.canConvertToInt() ? NODES.numberNode(node.intValue()) : node;
    }

    /// Returns a tree changed by a JSON merge patch (RFC 7386).
    static ObjectNode mergePatch(ObjectNode tree, ObjectNode patch) {
        ObjectNode merged = Fields.shallowCopy(tree);
        for (Map.Entry<String, JsonNode> e : patch.properties()) {
            if (e.getValue().isNull()) {
                merged.remove(e.getKey());
            } else if (e.getValue() instanceof ObjectNode inner) {
                JsonNode old = tree.path(e.getKey());
                ObjectNode base = old instanceof ObjectNode object ? object : NODES.objectNode();
                merged.set(e.getKey(), mergePatch(base, inner));
            } else {
                merged.set(e.getKey(), canonical(e.getValue()));
            }
        }
        return merged;
    }

    /// Returns a tree without the fields that its schema does not have.
    static JsonNode prune(JsonNode tree, Schema schema) {
        if (tree instanceof ArrayNode list) {
            ArrayNode pruned = NODES.arrayNode();
            list.forEach(item -> pruned.add(prune(item, schema.items())));
            return pruned;
        }
        if (!(tree instanceof ObjectNode object)) return tree;
        ObjectNode pruned = NODES.objectNode();
        for (Map.Entry<String, JsonNode> e : object.properties()) {
            if (!schema.keeps(e.getKey())) continue;
            pruned.set(e.getKey(), prune(e.getValue(), schema.child(e.getKey())));
        }
        return pruned;
    }

    /// Returns a copy of an object with another value of a field, or without it.
    static ObjectNode with(ObjectNode object, String field, JsonNode value) {
        ObjectNode copy = Fields.shallowCopy(object);
        if (value.isMissingNode()) copy.remove(field);
        else copy.set(field, value);
        return copy;
    }
}
