package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the server knows of a kind.
///
/// @param hasStatus whether `status` is written through an endpoint of its own
/// @param counted the fields whose change makes a new generation; empty if the kind has none
record KindRules(ResourceKind kind, Schema schema, boolean hasStatus, Set<String> counted) {
    private static final Schema CONTAINER =
            Schema.OPEN
                    .with("env", Schema.keyed(Schema.OPEN, "name"))
                    .with("ports", Schema.keyed(Schema.OPEN, "containerPort", "protocol"))
                    .with("volumeDevices", Schema.keyed(Schema.OPEN, "devicePath"))
                    .with("volumeMounts", Schema.keyed(Schema.OPEN, "mountPath"));
    private static final Schema POD_SPEC =
            Schema.OPEN
                    .with("containers", Schema.keyed(CONTAINER, "name"))
                    .with("hostAliases", Schema.keyed(Schema.OPEN, "ip"))
                    .with("imagePullSecrets", Schema.keyed(Schema.OPEN, "name"))
                    .with("initContainers", Schema.keyed(CONTAINER, "name"))
                    .with("volumes", Schema.keyed(Schema.OPEN, "name"));
    private static final Schema STATUS =
            Schema.OPEN.with("conditions", Schema.keyed(Schema.OPEN, "type"));
    private static final Schema TEMPLATE =
            Schema.OPEN.with("metadata", Schema.METADATA).with("spec", POD_SPEC);

    /// The kinds that every server has.
    static final List<KindRules> BUILT_IN =
            List.of(
                    new KindRules(
                            ResourceKind.DEPLOYMENT,
                            withSpec(Schema.OPEN.with("template", TEMPLATE)),
                            true,
                            Set.of("spec", "annotations")),
                    new KindRules(
                            ResourceKind.SERVICE,
                            withSpec(
                                    Schema.OPEN.with(
                                            "ports",
                                            Schema.keyed(Schema.OPEN, "port", "protocol"))),
                            true,
                            Set.of()),
                    new KindRules(ResourceKind.POD, withSpec(POD_SPEC), true, Set.of()),
                    new KindRules(ResourceKind.EVENT, withSpec(Schema.OPEN), false, Set.of()),
                    new KindRules(ResourceKind.AUTOSCALER, withSpec(Schema.OPEN), true, Set.of()),
                    new KindRules(ResourceKind.LEASE, withSpec(Schema.OPEN), false, Set.of()));

    private static Schema withSpec(Schema spec) {
        return Schema.OPEN
                .with("metadata", Schema.METADATA)
                .with("spec", spec)
                .with("status", STATUS);
    }

    /// Returns the rules of a kind that is defined without a schema.
    static KindRules withoutSchema(ResourceKind kind) {
        return new KindRules(
                kind, Schema.OPEN.with("metadata", Schema.METADATA), true, Set.of("spec"));
    }

    /// Reads a custom resource definition of `apiextensions.k8s.io/v1`: its stored version.
    static KindRules parse(ResourceManifest definition) {
        JsonNode spec = definition.tree().path("spec");
        for (JsonNode version : spec.path("versions")) {
            if (!version.path("storage").asBoolean(false)) continue;
            ResourceKind kind =
                    new ResourceKind(
                            spec.path("group").asString("") + "/" + version.path("name").asString(),
                            spec.path("names").path("kind").asString(),
                            spec.path("names").path("plural").asString());
            Schema schema = Schema.parse(version.path("schema").path("openAPIV3Schema"));
            boolean hasStatus = version.path("subresources").has("status");
            return new KindRules(
                    kind,
                    schema.with("metadata", Schema.METADATA)
                            .with("apiVersion", Schema.OPEN)
                            .with("kind", Schema.OPEN),
                    hasStatus,
                    Set.of("spec"));
        }
        throw new IllegalArgumentException(
                "expected a CustomResourceDefinition with a stored version, found "
                        + definition.json());
    }

    /// Returns whether the difference between two states of an object makes a new generation.
    boolean isNewGeneration(ObjectNode before, ObjectNode after) {
        return (counted.contains("spec") && !before.path("spec").equals(after.path("spec")))
                || (counted.contains("annotations")
                        && !annotations(before).equals(annotations(after)));
    }

    private static JsonNode annotations(ObjectNode object) {
        return object.path("metadata").path("annotations");
    }
}
