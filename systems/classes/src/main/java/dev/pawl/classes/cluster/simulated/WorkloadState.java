package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ResourceManifest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// How many pods a workload has, and the status that follows from it.
///
/// @param updated pods of the present template
/// @param ready those of them that are ready
/// @param old pods of earlier templates
/// @param oldReady those of them that are ready
record WorkloadState(int desired, int updated, int ready, int old, int oldReady) {

    /// Returns the status of a Deployment.
    ObjectNode deploymentStatus(ResourceManifest deployment) {
        ObjectNode status = observed(deployment);
        int available = ready + oldReady;
        status.put("replicas", updated + old);
        status.put("updatedReplicas", updated);
        status.put("readyReplicas", available);
        status.put("availableReplicas", available);
        if (available < desired) status.put("unavailableReplicas", desired - available);
        ArrayNode conditions = status.putArray("conditions");
        if (available >= desired) {
            add(conditions, "Available", true, "MinimumReplicasAvailable");
        } else {
            add(conditions, "Available", false, "MinimumReplicasUnavailable");
        }
        boolean isDone = ready >= desired && old == 0;
        add(
                conditions,
                "Progressing",
                true,
                isDone ? "NewReplicaSetAvailable" : "ReplicaSetUpdated");
        return status;
    }

    /// Returns the status of a Knative Service.
    ObjectNode knativeStatus(ResourceManifest service, @Nullable Breakage breakage) {
        ObjectNode status = observed(service);
        ArrayNode conditions = status.putArray("conditions");
        boolean isReady = ready >= Math.max(1, desired);
        String revision = "%s-%05d".formatted(service.name(), service.generation());
        String reason = isReady ? "" : reason(breakage);
        knative(conditions, "ConfigurationsReady", isReady, reason);
        knative(conditions, "Ready", isReady, reason);
        knative(conditions, "RoutesReady", isReady, reason);
        status.put("latestCreatedRevisionName", revision);
        if (isReady) status.put("latestReadyRevisionName", revision);
        status.put(
                "url", "http://%s.%s.example.com".formatted(service.name(), service.namespace()));
        return status;
    }

    private static String reason(@Nullable Breakage breakage) {
        if (breakage == null) return "Unknown";
        return switch (breakage) {
            case CRASH_LOOP -> "ExitCode1";
            case IMAGE_PULL -> "ImagePullBackOff";
            case UNSCHEDULABLE -> "Unschedulable";
            case DELETE, CONFLICT -> "Unknown";
        };
    }

    private static void knative(ArrayNode conditions, String type, boolean isTrue, String reason) {
        ObjectNode condition = conditions.addObject().put("type", type);
        boolean isUnknown = reason.equals("Unknown");
        condition.put("status", isTrue ? "True" : isUnknown ? "Unknown" : "False");
        if (!isTrue && !isUnknown) condition.put("reason", reason);
    }

    private static ObjectNode observed(ResourceManifest workload) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        return status.put("observedGeneration", (int) workload.generation());
    }

    private static void add(ArrayNode conditions, String type, boolean isTrue, String reason) {
        conditions
                .addObject()
                .put("type", type)
                .put("status", isTrue ? "True" : "False")
                .put("reason", reason);
    }
}
