package dev.pawl.classes.template;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ManagedKind;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What an enforcement applies to a child, with a field manager of its own: the scale or the
/// resources alone, so that it owns nothing else.
public final class ScalePatches {
    /// The field manager of enforcements.
    public static final String MANAGER = "oprc-crm-enforcer";

    /// The annotation of a Knative Service's template with the least number of pods.
    public static final String MIN_SCALE = "autoscaling.knative.dev/minScale";

    private ScalePatches() {}

    /// Returns the patch that sets the number of replicas of a child.
    public static ResourceManifest replicas(String namespace, ChildRef ref, int replicas) {
        ObjectNode tree = identity(namespace, ref);
        ObjectNode spec = tree.putObject("spec");
        switch (ref.kind()) {
            case HPA -> spec.put("minReplicas", replicas);
            case DEPLOYMENT, ODGM_DEPLOYMENT -> spec.put("replicas", replicas);
            case KNATIVE_SERVICE ->
                    spec.putObject("template")
                            .putObject("metadata")
                            .putObject("annotations")
                            .put(MIN_SCALE, String.valueOf(replicas));
            case SERVICE, ODGM_SERVICE ->
                    throw new IllegalArgumentException(
                            "expected a child with replicas, found " + ref);
        }
        return ResourceManifest.of(tree);
    }

    /// Returns the patch that sets the request and limit of a function's container. `name` is `cpu`
    /// or `memory`; `amount` is written as Kubernetes does, such as `500m`.
    public static ResourceManifest resources(
            String namespace, ChildRef ref, String name, String amount) {
        if (ref.kind() != ManagedKind.DEPLOYMENT && ref.kind() != ManagedKind.KNATIVE_SERVICE) {
            throw new IllegalArgumentException("expected a workload of a function, found " + ref);
        }
        ObjectNode tree = identity(namespace, ref);
        ObjectNode container =
                tree.putObject("spec")
                        .putObject("template")
                        .putObject("spec")
                        .putArray("containers")
                        .addObject();
        container.put("name", "function");
        ObjectNode resources = container.putObject("resources");
        resources.putObject("limits").put(name, amount);
        resources.putObject("requests").put(name, amount);
        return ResourceManifest.of(tree);
    }

    private static ObjectNode identity(String namespace, ChildRef ref) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", ref.kind().resource().apiVersion());
        tree.put("kind", ref.kind().resource().kind());
        tree.putObject("metadata").put("name", ref.name()).put("namespace", namespace);
        return tree;
    }
}
