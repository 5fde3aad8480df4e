package dev.pawl.feeds.database;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Compares two contents field by field.
final class FieldChanges {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private FieldChanges() {}

    /// Returns the names of the fields that differ, sorted.
    static List<String> changed(String before, JsonNode after) {
        JsonNode old = JSON.readTree(before);
        TreeSet<String> names = new TreeSet<>(old.propertyNames());
        names.addAll(after.propertyNames());
        List<String> changed = new ArrayList<>();
        for (String name : names) {
            JsonNode a = old.get(name);
            if (a == null || !a.equals(after.get(name))) changed.add(name);
        }
        return changed;
    }
}
