package dev.pawl.feeds;

import dev.pawl.feeds.item.Item;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/// Which kinds of JSON values stand at the same place of many items.
public final class Shapes {
    private final Map<String, Set<JsonNodeType>> kinds = new TreeMap<>();

    private Shapes() {}

    /// Returns the places where some items have a text, say, and others a list.
    public static List<String> mixed(List<Item> items) {
        Shapes shapes = new Shapes();
        for (Item each : items) shapes.see("", each.content());
        return shapes.kinds.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> each.getKey() + " " + each.getValue())
                .toList();
    }

    private void see(String place, JsonNode value) {
        kinds.computeIfAbsent(place, _ -> EnumSet.noneOf(JsonNodeType.class))
                .add(value.getNodeType());
        if (value.isArray()) value.forEach(each -> see(place + "[]", each));
        if (value.isObject()) value.forEachEntry((name, each) -> see(place + "/" + name, each));
    }
}
