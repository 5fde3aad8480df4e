package dev.pawl.classes.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/// One object as the API server stores it, or as it is sent there. It never changes.
public final class Manifest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode tree;

    private Manifest(ObjectNode tree) {
        this.tree = tree;
    }

    /// Returns a manifest with a copy of a tree.
    public static Manifest of(ObjectNode tree) {
        return new Manifest(tree.deepCopy());
    }

    /// Parses the JSON of one object.
    public static Manifest parse(String json) {
        try {
            if (JSON.readTree(json) instanceof ObjectNode object) return new Manifest(object);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected the JSON of an object: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException("expected the JSON of an object, found another value");
    }

    /// Returns the value at a JSON pointer such as `/spec/replicas`, or a missing node. The caller
    /// must not change it.
    public JsonNode at(String pointer) {
        return tree.at(JsonPointer.compile(pointer));
    }

    /// Returns the text at a pointer, or empty if there is none.
    public Optional<String> text(String pointer) {
        JsonNode value = at(pointer);
        return value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    public String name() {
        return text("/metadata/name").orElse("");
    }

    public String namespace() {
        return text("/metadata/namespace").orElse("");
    }

    public String uid() {
        return text("/metadata/uid").orElse("");
    }

    public String resourceVersion() {
        return text("/metadata/resourceVersion").orElse("");
    }

    public long generation() {
        return at("/metadata/generation").asLong(0);
    }

    public boolean isBeingDeleted() {
        return !at("/metadata/deletionTimestamp").isMissingNode();
    }

    public Map<String, String> labels() {
        return strings("/metadata/labels");
    }

    public Map<String, String> annotations() {
        return strings("/metadata/annotations");
    }

    public List<String> finalizers() {
        return at("/metadata/finalizers").valueStream().map(JsonNode::asString).toList();
    }

    /// Returns the uid of the controlling owner, or null if none controls the object.
    public @Nullable String controllerUid() {
        return at("/metadata/ownerReferences")
                .valueStream()
                .filter(owner -> owner.path("controller").asBoolean(false))
                .map(owner -> owner.path("uid").asString(""))
                .findFirst()
                .orElse(null);
    }

    /// Returns a copy of the tree, which the caller may change.
    public ObjectNode copy() {
        return tree.deepCopy();
    }

    /// Returns the object as JSON on one line.
    public String json() {
        return JSON.writeValueAsString(tree);
    }

    private Map<String, String> strings(String pointer) {
        Map<String, String> strings = new LinkedHashMap<>();
        at(pointer).properties().forEach(e -> strings.put(e.getKey(), e.getValue().asString("")));
        return strings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Manifest that && tree.equals(that.tree);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }

    @Override
    public String toString() {
        return "%s/%s/%s".formatted(text("/kind").orElse("?"), namespace(), name());
    }
}
