package dev.pawl.feeds;

import dev.pawl.feeds.item.FeedItem;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/// Collects the types of JSON values at each path of many items.
public final class JsonTypes {
    private final Map<String, Set<JsonNodeType>> types = new TreeMap<>();

    private JsonTypes() {}

    /// Returns the paths at which items have values of different types.
    public static List<String> mixed(List<FeedItem> items) {
        JsonTypes collected = new JsonTypes();
        for (FeedItem each : items) collected.add("", each.content());
        return collected.types.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> each.getKey() + " " + each.getValue())
                .toList();
    }

    private void add(String path, JsonNode value) {
        types.computeIfAbsent(path, _ -> EnumSet.noneOf(JsonNodeType.class))
                .add(value.getNodeType());
        if (value.isArray()) value.forEach(each -> add(path + "[]", each));
        if (value.isObject()) value.forEachEntry((name, each) -> add(path + "/" + name, each));
    }
}
