package dev.pawl.feeds.format.stix;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// One object of a bundle. It is as it was found: each answer is "" or empty where the object does
/// not say it, or says it in a form that STIX does not have.
public record StixObject(JsonNode tree) {
    /// Returns what it is, such as `attack-pattern`.
    public String type() {
        return text("type");
    }

    /// Returns the id that other objects of the bundle use.
    public String id() {
        return text("id");
    }

    /// Returns when it was last changed; times of one publisher compare as texts.
    public String modified() {
        return text("modified");
    }

    /// Returns whether a flag is set.
    public boolean has(String flag) {
        return tree.path(flag).booleanValue(false);
    }

    /// Returns a text.
    public String text(String field) {
        return tree.path(field).stringValue("");
    }

    /// Returns the elements of a list that are texts.
    public List<String> texts(String field) {
        return elements(field).stream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }

    /// Returns the elements of a list.
    public List<JsonNode> elements(String field) {
        JsonNode value = tree.path(field);
        return value.isArray() ? value.values().stream().toList() : List.of();
    }

    /// Returns the first id that one of `sources` gives it.
    public Optional<String> externalId(List<String> sources) {
        return elements("external_references").stream()
                .filter(each -> sources.contains(each.path("source_name").stringValue("")))
                .map(each -> each.path("external_id").stringValue(""))
                .filter(id -> !id.isBlank())
                .findFirst();
    }
}
