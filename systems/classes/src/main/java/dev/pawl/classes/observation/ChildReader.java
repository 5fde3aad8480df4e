package dev.pawl.classes.observation;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.observation.ChildState.Ready;
import dev.pawl.classes.observation.ChildState.Rollout;
import dev.pawl.classes.observation.PodState.Cause;
import dev.pawl.classes.observation.PodState.Problem;
import dev.pawl.classes.resource.Quantities;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads children and pods from their manifests. Missing fields have the defaults of Kubernetes.
public final class ChildReader {
    /// The annotation with the hash of the rendering that was applied last.
    public static final String HASH = "oaas.io/rendered-hash";

    /// The label with the role of a child, a name of [ManagedKind].
    public static final String ROLE = "oaas.io/role";

    private static final String MIN_SCALE =
            "/spec/template/metadata/annotations/autoscaling.knative.dev~1minScale";

    private static final String REQUESTS = "/spec/template/spec/containers/0/resources/requests/";

    private ChildReader() {}

    /// Returns a child, in the role that its label has, or in `otherwise`.
    public static ChildState child(ResourceManifest manifest, ManagedKind otherwise) {
        ManagedKind kind = role(manifest, otherwise);
        return new ChildState(
                new ChildRef(kind, manifest.name()),
                manifest.uid(),
                manifest.controllerUid(),
                manifest.annotations().getOrDefault(HASH, ""),
                manifest.isBeingDeleted(),
                rollout(manifest, kind),
                manifest.text("/status/url").orElse(null),
                manifest.finalizers());
    }

    /// Returns a pod.
    public static PodState pod(ResourceManifest manifest) {
        int restarts = 0;
        Problem problem = unschedulable(manifest);
        for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (JsonNode container : manifest.at("/status/" + list)) {
                restarts += container.path("restartCount").asInt(0);
                JsonNode waiting = container.path("state").path("waiting");
                if (problem == null) problem = waiting(waiting);
            }
        }
        String app = manifest.labels().getOrDefault("app", "");
        return new PodState(manifest.name(), app, restarts, problem);
    }

    /// Returns the name of the workload that an autoscaler scales, or an empty text.
    public static String scaled(ResourceManifest autoscaler) {
        return autoscaler.text("/spec/scaleTargetRef/name").orElse("");
    }

    private static ManagedKind role(ResourceManifest manifest, ManagedKind otherwise) {
        String role = manifest.labels().getOrDefault(ROLE, "");
        for (ManagedKind kind : ManagedKind.values()) {
            if (kind.name().equalsIgnoreCase(role.replace('-', '_'))
                    && kind.resource().equals(otherwise.resource())) {
                return kind;
            }
        }
        return otherwise;
    }

    private static Rollout rollout(ResourceManifest manifest, ManagedKind kind) {
        return new Rollout(
                manifest.generation(),
                manifest.at("/status/observedGeneration").asLong(0),
                desired(manifest, kind),
                manifest.at("/status/updatedReplicas").asInt(0),
                manifest.at("/status/availableReplicas").asInt(0),
                ready(manifest.at("/status/conditions")),
                Quantities.value(manifest.text(REQUESTS + "cpu").orElse(null)),
                Quantities.value(manifest.text(REQUESTS + "memory").orElse(null)));
    }

    /// Returns the scale that the spec of a child asks for.
    private static int desired(ResourceManifest manifest, ManagedKind kind) {
        return switch (kind) {
            case DEPLOYMENT, ODGM_DEPLOYMENT -> manifest.at("/spec/replicas").asInt(1);
            case HPA -> manifest.at("/spec/minReplicas").asInt(1);
            case KNATIVE_SERVICE -> manifest.at(MIN_SCALE).asInt(0);
            case SERVICE, ODGM_SERVICE -> 0;
        };
    }

    private static @Nullable Ready ready(JsonNode conditions) {
        for (JsonNode condition : conditions) {
            if (condition.path("type").asString("").equals("Ready")) {
                return new Ready(
                        condition.path("status").asString("Unknown"),
                        text(condition.path("reason")),
                        text(condition.path("message")));
            }
        }
        return null;
    }

    private static @Nullable Problem unschedulable(ResourceManifest manifest) {
        for (JsonNode condition : manifest.at("/status/conditions")) {
            if (condition.path("reason").asString("").equals("Unschedulable")
                    && condition.path("status").asString("").equals("False")) {
                return new Problem(Cause.UNSCHEDULABLE, condition.path("message").asString(""));
            }
        }
        return null;
    }

    private static @Nullable Problem waiting(JsonNode waiting) {
        Cause cause =
                switch (waiting.path("reason").asString("")) {
                    case "CrashLoopBackOff" -> Cause.CRASH_LOOP;
                    case "ErrImagePull", "ImagePullBackOff", "InvalidImageName" -> Cause.IMAGE_PULL;
                    default -> null;
                };
        return cause == null ? null : new Problem(cause, waiting.path("message").asString(""));
    }

    private static @Nullable String text(JsonNode value) {
        return value.isString() ? value.stringValue() : null;
    }
}
