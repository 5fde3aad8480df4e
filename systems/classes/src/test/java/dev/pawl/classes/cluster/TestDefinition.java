package dev.pawl.classes.cluster;

/// A small definition of `ClassRuntime` with every rule that the contract is about.
public final class TestDefinition {
    private static final String JSON =
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "classruntimes.oaas.io"},
             "spec": {"group": "oaas.io", "scope": "Namespaced",
              "names": {"kind": "ClassRuntime", "plural": "classruntimes"},
              "versions": [{"name": "v1alpha1", "served": true, "storage": true,
               "subresources": {"status": {}},
               "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"], "properties": {
                "spec": {"type": "object", "required": ["package"], "properties": {
                 "package": {"type": "string", "minLength": 1},
                 "size": {"type": "integer", "minimum": 1, "maximum": 10},
                 "mode": {"type": "string", "enum": ["dev", "edge"]},
                 "options": {"type": "object", "additionalProperties": {"type": "string"}},
                 "tags": {"type": "array", "items": {"type": "string"}},
                 "functions": {"type": "array", "x-kubernetes-list-type": "map",
                  "x-kubernetes-list-map-keys": ["function_key"],
                  "items": {"type": "object", "required": ["function_key"], "properties": {
                   "function_key": {"type": "string"}, "image": {"type": "string"},
                   "limit": {"type": "integer"}}}}}},
                "status": {"type": "object", "properties": {
                 "phase": {"type": "string"}, "note": {"type": "string"},
                 "conditions": {"type": "array", "x-kubernetes-list-type": "map",
                  "x-kubernetes-list-map-keys": ["type"],
                  "items": {"type": "object", "required": ["type"], "properties": {
                   "type": {"type": "string"}, "status": {"type": "string"}}}}}}}}}}]}}
            """;

    private TestDefinition() {}

    public static ResourceManifest definition() {
        return ResourceManifest.parse(JSON);
    }
}
