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
public final class ResourceManifest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode tree;

    private ResourceManifest(ObjectNode tree) {
        this.tree = tree;
    }

    /// Returns a manifest with a copy of a tree.
    public static ResourceManifest of(ObjectNode tree) {
        return new ResourceManifest(tree.deepCopy());
    }

    /// Returns a manifest of a tree that the caller never changes again.
    public static ResourceManifest adopt(ObjectNode tree) {
        return new ResourceManifest(tree);
    }

    /// Parses the JSON of one object.
    public static ResourceManifest parse(String json) {
        try {
            if (JSON.readTree(json) instanceof ObjectNode object)
                return new ResourceManifest(object);
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

    /// Returns the tree itself. The caller must not change it.
    public ObjectNode tree() {
        return tree;
    }

    /// Returns where the object is, given its kind.
    public ObjectRef ref(ResourceKind kind) {
        return new ObjectRef(kind, namespace(), name());
    }

    public String name() {
        return metadata("name");
    }

    public String namespace() {
        return metadata("namespace");
    }

    public String uid() {
        return metadata("uid");
    }

    public String resourceVersion() {
        return metadata("resourceVersion");
    }

    public long generation() {
        return tree.path("metadata").path("generation").asLong(0);
    }

    public boolean isBeingDeleted() {
        return !metadata("deletionTimestamp").isEmpty();
    }

    public Map<String, String> labels() {
        return strings("labels");
    }

    /// Returns the value of a label, or null if the object lacks it.
    public @Nullable String label(String label) {
        JsonNode value = tree.path("metadata").path("labels").path(label);
        return value.isString() ? value.stringValue() : null;
    }

    /// Returns the value of an annotation, or null if the object lacks it.
    public @Nullable String annotation(String annotation) {
        JsonNode value = tree.path("metadata").path("annotations").path(annotation);
        return value.isString() ? value.stringValue() : null;
    }

    public Map<String, String> annotations() {
        return strings("annotations");
    }

    public List<String> finalizers() {
        return tree.path("metadata")
                .path("finalizers")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /// Returns the uid of the controlling owner, or null if none controls the object.
    public @Nullable String controllerUid() {
        return tree.path("metadata")
                .path("ownerReferences")
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

    private String metadata(String field) {
        JsonNode value = tree.path("metadata").path(field);
        return value.isString() ? value.stringValue() : "";
    }

    private Map<String, String> strings(String field) {
        Map<String, String> strings = new LinkedHashMap<>();
        tree.path("metadata")
                .path(field)
                .properties()
                .forEach(e -> strings.put(e.getKey(), e.getValue().asString("")));
        return strings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceManifest that && tree.equals(that.tree);
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
