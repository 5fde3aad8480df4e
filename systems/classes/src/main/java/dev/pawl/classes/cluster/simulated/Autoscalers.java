package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The controller of HorizontalPodAutoscalers, without metrics: it keeps the replicas of their
/// Deployments between minimum and maximum.
final class Autoscalers {
    private static final String AUTOSCALING = "horizontal-pod-autoscaler";

    private final ObjectStore store;
    private final ObjectWrites writes;
    private final Map<ObjectRef, ObjectRef> byTarget = new HashMap<>();

    Autoscalers(ObjectStore store, ObjectWrites writes) {
        this.store = store;
        this.writes = writes;
    }

    /// Returns the autoscaler of a workload, or null if it has none.
    @Nullable ObjectRef of(ObjectRef workload) {
        return byTarget.get(workload);
    }

    void reconcile(ObjectRef ref) {
        StoredObject found = store.find(ref);
        byTarget.values().removeIf(ref::equals);
        if (found == null) return;
        JsonNode spec = found.manifest().tree().path("spec");
        JsonNode target = spec.path("scaleTargetRef");
        if (!target.path("kind").asString("").equals(ResourceKind.DEPLOYMENT.kind())) return;
        ObjectRef workload =
                new ObjectRef(
                        ResourceKind.DEPLOYMENT, ref.namespace(), target.path("name").asString(""));
        byTarget.put(workload, ref);
        StoredObject scaled = store.find(workload);
        if (scaled == null || scaled.manifest().isBeingDeleted()) return;
        int replicas = scaled.manifest().tree().path("spec").path("replicas").asInt(1);
        int wanted =
                Math.min(
                        Math.max(replicas, spec.path("minReplicas").asInt(1)),
                        spec.path("maxReplicas").asInt(Integer.MAX_VALUE));
        if (wanted != replicas) scale(workload, scaled.manifest(), wanted);
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("currentReplicas", replicas).put("desiredReplicas", wanted);
        writes.putStatus(ref, status);
    }

    private void scale(ObjectRef ref, ResourceManifest workload, int replicas) {
        ObjectNode spec = Fields.shallowCopy((ObjectNode) workload.tree().path("spec"));
        spec.put("replicas", replicas);
        writes.update(ref, Trees.with(workload.tree(), "spec", spec), AUTOSCALING);
    }
}
