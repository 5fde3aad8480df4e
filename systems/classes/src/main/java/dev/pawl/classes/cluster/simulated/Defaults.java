package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ResourceKind;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The fields that the server adds, which no manager owns: those that decide something here.
final class Defaults {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Defaults() {}

    static ObjectNode added(ResourceKind kind, ObjectNode tree) {
        if (kind.equals(ResourceKind.AUTOSCALER)) return withOne(tree, "minReplicas");
        if (kind.equals(ResourceKind.SERVICE)) {
            return at(tree, List.of("spec", "ports"), Defaults::withProtocols);
        }
        if (!kind.equals(ResourceKind.DEPLOYMENT)) return tree;
        List<String> containers = List.of("spec", "template", "spec", "containers");
        return at(withOne(tree, "replicas"), containers, Defaults::withPorts);
    }

    private static ObjectNode withOne(ObjectNode tree, String field) {
        if (!(tree.path("spec") instanceof ObjectNode spec) || spec.has(field)) return tree;
        return Trees.with(tree, "spec", Fields.shallowCopy(spec).put(field, 1));
    }

    private static ArrayNode withPorts(ArrayNode containers) {
        return each(containers, item -> at(item, List.of("ports"), Defaults::withProtocols));
    }

    private static ArrayNode withProtocols(ArrayNode ports) {
        return each(
                ports,
                port ->
                        port.has("protocol")
                                ? port
                                : Fields.shallowCopy(port).put("protocol", "TCP"));
    }

    private static ArrayNode each(ArrayNode list, UnaryOperator<ObjectNode> change) {
        ArrayNode changed = NODES.arrayNode();
        for (JsonNode item : list) {
            changed.add(item instanceof ObjectNode object ? change.apply(object) : item);
        }
        return changed;
    }

    /// Returns a copy in which the list at some fields is changed, if there is one.
    private static ObjectNode at(
            ObjectNode tree, List<String> fields, UnaryOperator<ArrayNode> change) {
        String first = fields.getFirst();
        JsonNode child = tree.path(first);
        if (fields.size() == 1) {
            return child instanceof ArrayNode list
                    ? Trees.with(tree, first, change.apply(list))
                    : tree;
        }
        List<String> rest = fields.subList(1, fields.size());
        return child instanceof ObjectNode object
                ? Trees.with(tree, first, at(object, rest, change))
                : tree;
    }
}
