package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an operator does to a workload by hand: one replica more, and other images.
final class ForeignEdit {
    private static final String OPERATOR = "kubectl-edit";

    private ForeignEdit() {}

    static void of(ObjectRef workload, ClusterState state) {
        StoredObject found = state.store().find(workload);
        if (found == null) {
            throw new ClusterException.NotFound(
                    "expected %s in %s, found none".formatted(workload, workload.namespace()));
        }
        ObjectNode edited = found.manifest().copy();
        if (edited.path("spec") instanceof ObjectNode spec && spec.has("replicas")) {
            spec.put("replicas", spec.path("replicas").asInt() + 1);
        }
        if (edited.at("/spec/template/spec/containers") instanceof ArrayNode containers) {
            for (JsonNode each : containers) {
                String image = each.path("image").asString("");
                if (each instanceof ObjectNode container) {
                    container.put("image", image + "-edited");
                }
            }
        }
        state.writes().update(workload, edited, OPERATOR);
    }
}
