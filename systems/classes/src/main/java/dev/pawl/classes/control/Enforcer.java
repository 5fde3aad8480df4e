package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.enforcement.EnforcementState;
import dev.pawl.classes.evaluation.Action;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.template.ScalePatches;
import dev.pawl.controller.ActionResult;
import dev.pawl.engine.Host;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Enforces values on children, under a field manager of its own.
///
/// It takes a field over from the renderer, which leaves it out from then on, and from no other
/// manager.
final class Enforcer {
    /// The fact of a result that says that nothing was done, because the target is another one now.
    static final String SUPERSEDED = "superseded";

    private final ClusterLink link;
    private final Host host;
    private final Analyses analyses;

    Enforcer(ClusterLink link, Host host, Analyses analyses) {
        this.link = link;
        this.host = host;
        this.analyses = analyses;
    }

    /// Performs an enforcement, and counts it. One that was decided before another manager changed
    /// the target is not performed.
    ActionResult enforce(
            EnforcementState state, double target, Supplier<ActionResult> enforcement) {
        if (!Double.valueOf(target).equals(state.target())) {
            return new ActionResult.Done(
                    "not enforced, because the target is %s now".formatted(state.target()),
                    List.of(),
                    Map.of(SUPERSEDED, ""));
        }
        Instant start = host.now();
        ActionResult result = enforcement.get();
        Duration took = Duration.between(start, host.now());
        switch (result) {
            case ActionResult.Done _ ->
                    analyses.count(known -> known.succeeded(state.dimension(), took));
            case ActionResult.Failed failed ->
                    analyses.count(known -> known.failed(failed.reason(), took));
        }
        return result;
    }

    /// Sets replicas on the first target that exists.
    ActionResult replicas(ClassRuntime runtime, Action.EnforceReplicas action) {
        String namespace = runtime.key().namespace();
        List<ChildRef> attempts = action.where().attempts();
        for (ChildRef ref : attempts) {
            ResourceManifest patch = ScalePatches.replicas(namespace, ref, action.target());
            try {
                return enforce(runtime, ref, patch);
            } catch (ClusterException.NotFound _) {
                // The next target is the way around it.
            } catch (ClusterException e) {
                return failed(e);
            }
        }
        EnforcementError error = EnforcementError.fallbackFailed();
        return ActionResult.failed(error.reason(), error.message());
    }

    ActionResult resources(ClassRuntime runtime, Action.EnforceResources action) {
        Dimension dimension = action.dimension();
        ResourceManifest patch =
                ScalePatches.resources(
                        runtime.key().namespace(),
                        action.where(),
                        dimension.toString(),
                        dimension.amount(action.target()));
        try {
            return enforce(runtime, action.where(), patch);
        } catch (ClusterException e) {
            return failed(e);
        }
    }

    private ActionResult enforce(ClassRuntime runtime, ChildRef ref, ResourceManifest patch) {
        ObjectRef where =
                new ObjectRef(ref.kind().resource(), runtime.key().namespace(), ref.name());
        ResourceManifest present =
                link.cached(where)
                        .orElseThrow(() ->
                                new ClusterException.NotFound("there is no %s".formatted(ref)));
        if (!runtime.uid().equals(present.controllerUid())) {
            return failed(EnforcementError.conflict());
        }
        ApplyOptions options = ApplyOptions.by(ScalePatches.MANAGER);
        ResourceManifest written;
        try {
            written = link.writer().apply(patch, options);
        } catch (ClusterException.Conflict e) {
            boolean isRenderer = e.managers().equals(List.of(ClassActuator.MANAGER));
            if (!isRenderer) return failed(EnforcementError.conflict());
            written = link.writer().apply(patch, options.forced());
        }
        return ActionResult.wrote(ref + " enforced", List.of(link.written(where.kind(), written)));
    }

    private static ActionResult failed(ClusterException e) {
        return switch (e) {
            case ClusterException.Invalid invalid ->
                    failed(EnforcementError.invalid(String.valueOf(invalid.getMessage())));
            case ClusterException.Conflict _ -> failed(EnforcementError.conflict());
            default -> failed(EnforcementError.other(String.valueOf(e.getMessage())));
        };
    }

    private static ActionResult failed(EnforcementError error) {
        return ActionResult.failed(error.reason(), error.message());
    }
}
