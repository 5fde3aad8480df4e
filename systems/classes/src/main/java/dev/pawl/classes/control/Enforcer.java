package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.enforcement.EnforcementError;
import dev.pawl.classes.evaluation.Action;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.Dimension;
import dev.pawl.classes.template.ScalePatches;
import dev.pawl.controller.ActionResult;
import java.util.List;

/// Enforces values on children, under a field manager of its own.
///
/// It takes a field over from the renderer, which leaves it out from then on, and from no other
/// manager.
final class Enforcer {
    private static final int MEBIBYTE = 1 << 20;
    private static final int MILLIS = 1_000;

    private final ClusterLink link;

    Enforcer(ClusterLink link) {
        this.link = link;
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
        boolean isCpu = action.dimension() == Dimension.CPU;
        String amount =
                isCpu
                        ? Math.round(action.target() * MILLIS) + "m"
                        : Math.round(action.target() / MEBIBYTE) + "Mi";
        ResourceManifest patch =
                ScalePatches.resources(
                        runtime.key().namespace(),
                        action.where(),
                        isCpu ? "cpu" : "memory",
                        amount);
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
