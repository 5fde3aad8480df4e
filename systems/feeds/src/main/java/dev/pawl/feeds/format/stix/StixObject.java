package dev.pawl.feeds.format.stix;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// An unchecked object of a bundle: each accessor returns "" or an empty result if the field is
/// missing or has a type that STIX does not allow.
public record StixObject(JsonNode tree) {
    /// Returns the type, such as `attack-pattern`.
    public String type() {
        return text("type");
    }

    /// Returns the id that other objects of the bundle refer to.
    public String id() {
        return text("id");
    }

    /// Returns the time of the last change; times of one publisher compare as texts.
    public String modified() {
        return text("modified");
    }

    /// Returns whether a flag is set.
    public boolean has(String flag) {
        return tree.path(flag).booleanValue(false);
    }

    public String text(String field) {
        return tree.path(field).stringValue("");
    }

    /// Returns the texts in a list.
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

    /// Returns the first external id given by one of `sources`.
    public Optional<String> externalId(List<String> sources) {
        return elements("external_references").stream()
                .filter(each -> sources.contains(each.path("source_name").stringValue("")))
                .map(each -> each.path("external_id").stringValue(""))
                .filter(id -> !id.isBlank())
                .findFirst();
    }
}
