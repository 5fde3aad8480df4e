package dev.pawl.classes.resource.format;

import dev.pawl.classes.cluster.ResourceKind;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The definition of the resource for the API server: names, columns and a structural schema.
public final class ClassRuntimeCrd {
    private ClassRuntimeCrd() {}

    /// Returns the definition as YAML for `kubectl apply`.
    public static String yaml() {
        return YamlText.of(tree());
    }

    /// Returns the definition as JSON text.
    public static String json() {
        return tree().toPrettyString();
    }

    /// Returns the definition as JSON.
    public static ObjectNode tree() {
        ResourceKind kind = ResourceKind.CLASS_RUNTIME;
        ObjectNode crd = JsonNodeFactory.instance.objectNode();
        crd.put("apiVersion", "apiextensions.k8s.io/v1");
        crd.put("kind", "CustomResourceDefinition");
        crd.putObject("metadata").put("name", kind.plural() + "." + kind.group());
        ObjectNode spec = crd.putObject("spec");
        spec.put("group", kind.group());
        spec.put("scope", "Namespaced");
        ObjectNode names = spec.putObject("names");
        names.put("kind", kind.kind());
        names.put("listKind", kind.kind() + "List");
        names.put("plural", kind.plural());
        names.put("singular", "classruntime");
        names.putArray("shortNames").add("crt");
        ObjectNode version = spec.putArray("versions").addObject();
        version.put("name", kind.apiVersion().substring(kind.group().length() + 1));
        version.put("served", true);
        version.put("storage", true);
        version.putObject("subresources").putObject("status");
        columns(version.putArray("additionalPrinterColumns"));
        version.putObject("schema").set("openAPIV3Schema", CrdSchema.root());
        return crd;
    }

    private static void columns(ArrayNode columns) {
        column(columns, "Phase", "string", ".status.phase");
        column(columns, "Ready", "string", condition("Available", "status"));
        column(columns, "Template", "string", ".status.template");
        column(columns, "Age", "date", ".metadata.creationTimestamp");
        column(columns, "Reason", "string", condition("Degraded", "reason"));
    }

    private static String condition(String type, String field) {
        return ".status.conditions[?(@.type==\"%s\")].%s".formatted(type, field);
    }

    private static void column(ArrayNode columns, String name, String type, String path) {
        columns.addObject().put("name", name).put("type", type).put("jsonPath", path);
    }
}
