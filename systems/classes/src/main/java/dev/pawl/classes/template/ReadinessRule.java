package dev.pawl.classes.template;

import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import java.util.function.Function;

/// When children of a kind are ready, and whether the class waits for them.
public record ReadinessRule(
        ManagedKind kind,
        Function<ChildState, ReadinessResult> evaluator,
        boolean contributesToAvailable) {
    /// The controller of the Deployment has seen its spec, and as many pods as desired are updated
    /// and available.
    public static ReadinessRule deployment(ManagedKind kind) {
        return new ReadinessRule(kind, ReadinessRule::deployment, true);
    }

    /// The Knative Service has seen its spec and its condition `Ready` holds, which it also does
    /// when it is scaled to zero.
    public static ReadinessRule knative() {
        return new ReadinessRule(ManagedKind.KNATIVE_SERVICE, ReadinessRule::knative, true);
    }

    private static ReadinessResult deployment(ChildState child) {
        ChildState.Rollout rollout = child.rollout();
        if (rollout.observedGeneration() < rollout.generation()) return stale(child);
        if (rollout.updated() < rollout.desired()) {
            return ReadinessResult.notReady(
                    "RollingOut",
                    "%s: %d of %d replicas are updated"
                            .formatted(child.ref(), rollout.updated(), rollout.desired()));
        }
        if (rollout.available() < rollout.desired()) {
            return ReadinessResult.notReady(
                    "ReplicasUnavailable",
                    "%s: %d of %d replicas are available"
                            .formatted(child.ref(), rollout.available(), rollout.desired()));
        }
        return ReadinessResult.READY;
    }

    private static ReadinessResult knative(ChildState child) {
        ChildState.Rollout rollout = child.rollout();
        if (rollout.observedGeneration() < rollout.generation()) return stale(child);
        ChildState.Ready ready = rollout.ready();
        if (ready != null && ready.status().equals("True")) return ReadinessResult.READY;
        String reason = ready == null || ready.reason() == null ? "NotReady" : ready.reason();
        String message = ready == null ? null : ready.message();
        return ReadinessResult.notReady(
                reason,
                message == null ? child.ref() + " is not ready" : child.ref() + ": " + message);
    }

    private static ReadinessResult stale(ChildState child) {
        return ReadinessResult.notReady(
                "StaleStatus", child.ref() + " has not observed its latest spec");
    }
}
