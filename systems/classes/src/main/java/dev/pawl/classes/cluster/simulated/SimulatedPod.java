package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ResourceManifest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// How far a pod has come. It never changes.
///
/// @param stage what it does now
/// @param restarts how often its containers were started again
/// @param until when it does something else, or null for never
record SimulatedPod(Stage stage, int restarts, @Nullable Instant until) {
    private static final Duration BACK_OFF_MIN = Duration.ofSeconds(10);
    private static final Duration BACK_OFF_MAX = Duration.ofMinutes(5);

    enum Stage {
        STARTING,
        READY,
        CRASHED,
        WITHOUT_IMAGE,
        WITHOUT_NODE
    }

    static SimulatedPod starting(Instant readyAt) {
        return new SimulatedPod(Stage.STARTING, 0, readyAt);
    }

    /// Returns the state at a later time; `start` is how long its containers take to start.
    SimulatedPod at(Instant now, @Nullable Breakage breakage, Duration start) {
        Stage wanted = wanted(breakage);
        if (wanted == Stage.WITHOUT_IMAGE || wanted == Stage.WITHOUT_NODE) {
            return new SimulatedPod(wanted, restarts, null);
        }
        if (stage == Stage.WITHOUT_IMAGE || stage == Stage.WITHOUT_NODE) {
            return new SimulatedPod(Stage.STARTING, restarts, now.plus(start))
                    .at(now, breakage, start);
        }
        boolean isDue = until == null || !now.isBefore(until);
        if (stage == wanted && wanted == Stage.READY) return this;
        if (stage == Stage.READY) return crashed(now);
        if (!isDue) return this;
        return wanted == Stage.READY ? new SimulatedPod(Stage.READY, restarts, null) : crashed(now);
    }

    private SimulatedPod crashed(Instant now) {
        Duration pause = BACK_OFF_MIN.multipliedBy(1L << Math.min(restarts, 5));
        Duration bounded = pause.compareTo(BACK_OFF_MAX) > 0 ? BACK_OFF_MAX : pause;
        return new SimulatedPod(Stage.CRASHED, restarts + 1, now.plus(bounded));
    }

    private static Stage wanted(@Nullable Breakage breakage) {
        return switch (breakage) {
            case null -> Stage.READY;
            case CRASH_LOOP -> Stage.CRASHED;
            case IMAGE_PULL -> Stage.WITHOUT_IMAGE;
            case UNSCHEDULABLE -> Stage.WITHOUT_NODE;
            case DELETE, CONFLICT -> Stage.READY;
        };
    }

    boolean isReady() {
        return stage == Stage.READY;
    }

    /// Returns the status of a pod in this state.
    ObjectNode status(ResourceManifest pod) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        boolean isPlaced = stage != Stage.WITHOUT_NODE;
        boolean hasRun = stage == Stage.READY || stage == Stage.CRASHED;
        status.put("phase", hasRun ? "Running" : "Pending");
        var conditions = status.putArray("conditions");
        ObjectNode scheduled = conditions.addObject().put("type", "PodScheduled");
        scheduled.put("status", isPlaced ? "True" : "False");
        if (!isPlaced) {
            scheduled.put("reason", "Unschedulable");
            scheduled.put("message", "0/1 nodes are available: 1 Insufficient cpu.");
            return status;
        }
        ObjectNode ready = conditions.addObject().put("type", "Ready");
        ready.put("status", isReady() ? "True" : "False");
        if (!isReady()) ready.put("reason", "ContainersNotReady");
        var containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.tree().path("spec").path("containers")) {
            ObjectNode each = containers.addObject();
            each.put("name", container.path("name").asString(""));
            each.put("image", container.path("image").asString(""));
            each.put("ready", isReady());
            each.put("restartCount", restarts);
            describe(each.putObject("state"), container.path("image").asString(""));
        }
        return status;
    }

    private void describe(ObjectNode state, String image) {
        switch (stage) {
            case READY -> state.putObject("running");
            case CRASHED ->
                    waiting(state, "CrashLoopBackOff", "back-off restarting failed container");
            case WITHOUT_IMAGE ->
                    waiting(state, "ImagePullBackOff", "Back-off pulling image \"" + image + "\"");
            case STARTING, WITHOUT_NODE -> waiting(state, "ContainerCreating", "");
        }
    }

    private static void waiting(ObjectNode state, String reason, String message) {
        ObjectNode waiting = state.putObject("waiting").put("reason", reason);
        if (!message.isEmpty()) waiting.put("message", message);
    }
}
