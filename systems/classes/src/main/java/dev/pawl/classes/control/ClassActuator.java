package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.evaluation.Action;
import dev.pawl.classes.evaluation.ApplyError;
import dev.pawl.classes.evaluation.ClassMemory;
import dev.pawl.classes.evaluation.RestoredMemory;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.template.DesiredState;
import dev.pawl.controller.ActionResult;
import dev.pawl.controller.Actuator;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.OwnWrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Performs the actions of classes in the cluster. Every action can be repeated.
public final class ClassActuator implements Actuator<ClassView, ClassMemory, ClassAction> {
    /// The field manager of everything that is rendered.
    public static final String MANAGER = "oprc-crm";

    private final ClusterLink link;
    private final ClassRendering rendering;
    private final ClassEvents events;
    private final Enforcer enforcer;
    private final MetricsTargets targets;

    ClassActuator(
            ClusterLink link, ClassRendering rendering, ClassEvents events, Enforcer enforcer) {
        this.link = link;
        this.rendering = rendering;
        this.events = events;
        this.enforcer = enforcer;
        this.targets = new MetricsTargets(link);
    }

    @Override
    public ActionResult perform(
            ObjectKey key, ClassView view, ClassMemory memory, ClassAction action) {
        return switch (action) {
            case ClassAction.Announce(List<ClassAction.Note> notes) ->
                    events.record(view.runtime(), notes);
            case ClassAction.Perform(Action performed) ->
                    perform(
                            view.runtime(),
                            RestoredMemory.of(memory, view.runtime().status()),
                            performed);
        };
    }

    /// An action may be older than what another manager has done since: what it is about is looked
    /// at again.
    private ActionResult perform(ClassRuntime runtime, ClassMemory memory, Action action) {
        return switch (action) {
            case Action.EnsureFinalizer() -> finalizer(runtime, true);
            case Action.RemoveFinalizer() -> finalizer(runtime, false);
            case Action.ApplyWorkload(List<ChildRef> children) ->
                    apply(runtime, rendering.desired(runtime, memory), children);
            case Action.DeleteOrphans(List<Action.Orphan> children) ->
                    delete(runtime, unwanted(runtime, memory, children));
            case Action.EnforceReplicas each ->
                    enforcer.enforce(
                            memory.state(each.functionKey(), each.dimension()),
                            each.target(),
                            () -> enforcer.replicas(runtime, each));
            case Action.EnforceResources each ->
                    enforcer.enforce(
                            memory.state(each.functionKey(), each.dimension()),
                            each.target(),
                            () -> enforcer.resources(runtime, each));
            case Action.EnsureMetricsTargets() ->
                    targets.ensure(runtime, rendering.desired(runtime, memory));
        };
    }

    /// Returns the children that are still not wanted: the spec may have changed since.
    private List<Action.Orphan> unwanted(
            ClassRuntime runtime, ClassMemory memory, List<Action.Orphan> children) {
        if (runtime.isBeingDeleted()) return children;
        DesiredState desired = rendering.desired(runtime, memory);
        return children.stream().filter(each -> desired.child(each.ref()) == null).toList();
    }

    private ActionResult finalizer(ClassRuntime runtime, boolean isWanted) {
        ObjectRef ref =
                new ObjectRef(
                        ResourceKind.CLASS_RUNTIME,
                        runtime.key().namespace(),
                        runtime.key().name());
        Optional<ResourceManifest> cached = link.cached(ref);
        if (cached.isEmpty() || !cached.get().uid().equals(runtime.uid())) {
            return ActionResult.done("the class is gone");
        }
        List<String> finalizers = new ArrayList<>(cached.get().finalizers());
        if (finalizers.contains(ClassRuntime.FINALIZER) == isWanted) {
            return ActionResult.done("the finalizer is as wanted");
        }
        if (isWanted) finalizers.add(ClassRuntime.FINALIZER);
        else finalizers.remove(ClassRuntime.FINALIZER);
        String patch =
                finalizers.stream()
                        .map(each -> "\"" + each + "\"")
                        .collect(Collectors.joining(",", "{\"finalizers\":[", "]}"));
        try {
            ResourceManifest written =
                    link.writer().patchMetadata(ref, patch, cached.get().resourceVersion());
            // The last finalizer of a deleted object ends it: a copy of it must not come back.
            List<OwnWrite> writes =
                    isWanted ? List.of(link.written(ref.kind(), written)) : List.of();
            return ActionResult.wrote(isWanted ? "finalizer added" : "finalizer removed", writes);
        } catch (ClusterException.NotFound _) {
            return ActionResult.done("the class is gone");
        }
    }

    /// Applies children in order until one cannot be applied.
    private ActionResult apply(
            ClassRuntime runtime, DesiredState desired, List<ChildRef> children) {
        List<OwnWrite> writes = new ArrayList<>();
        Map<String, String> facts = new LinkedHashMap<>();
        for (ChildRef ref : children) {
            DesiredState.Child child = desired.child(ref);
            if (child == null) continue;
            ApplyFact fact = apply(runtime, child, writes);
            facts.put(ApplyFact.name(ref), fact.text());
            if (fact instanceof ApplyFact.Refused(String _, ApplyError error)) {
                return new ActionResult.Failed(
                        error.reason().toString(), error.message(), writes, facts);
            }
        }
        return new ActionResult.Done("%d children applied".formatted(writes.size()), writes, facts);
    }

    private ApplyFact apply(ClassRuntime runtime, DesiredState.Child child, List<OwnWrite> writes) {
        ChildRef ref = child.ref();
        ObjectRef where =
                new ObjectRef(ref.kind().resource(), runtime.key().namespace(), ref.name());
        try {
            // What is not in the cache may have been created by another party just now.
            ResourceManifest present =
                    link.cached(where).or(() -> link.client().get(where)).orElse(null);
            if (present != null) {
                if (!runtime.uid().equals(present.controllerUid())) {
                    return refused(child, ApplyError.conflict(ref, owner(present)));
                }
                boolean isApplied =
                        child.hash().equals(present.annotations().get(ChildReader.HASH));
                if (isApplied) return new ApplyFact.Acknowledged(child.hash());
            }
            ResourceManifest written =
                    link.writer().apply(child.manifest(), ApplyOptions.by(MANAGER));
            writes.add(link.written(where.kind(), written));
            return new ApplyFact.Acknowledged(child.hash());
        } catch (ClusterException.Conflict e) {
            return refused(child, ApplyError.conflict(ref, fields(e)));
        } catch (ClusterException.Invalid e) {
            return refused(child, ApplyError.invalid(Objects.requireNonNull(e.getMessage())));
        } catch (ClusterException e) {
            return refused(child, ApplyError.other(ref, Objects.requireNonNull(e.getMessage())));
        }
    }

    private static ApplyFact refused(DesiredState.Child child, ApplyError error) {
        return new ApplyFact.Refused(child.hash(), error);
    }

    private static String owner(ResourceManifest foreign) {
        String owner = foreign.controllerUid();
        return owner == null
                ? "It exists and has no owner."
                : "It belongs to another owner, " + owner + ".";
    }

    static String fields(ClusterException.Conflict conflict) {
        return conflict.fields().stream()
                .map(each -> "%s is owned by %s.".formatted(each.path(), each.manager()))
                .collect(Collectors.joining(" "));
    }

    /// Deletes children that this class controls, each only if it is still the same object.
    private ActionResult delete(ClassRuntime runtime, List<Action.Orphan> children) {
        int deleted = 0;
        List<String> kept = new ArrayList<>();
        for (Action.Orphan orphan : children) {
            ObjectRef where =
                    new ObjectRef(
                            orphan.ref().kind().resource(),
                            runtime.key().namespace(),
                            orphan.ref().name());
            ResourceManifest present = link.cached(where).orElse(null);
            if (present == null || !present.uid().equals(orphan.uid())) continue;
            if (!runtime.uid().equals(present.controllerUid())) {
                kept.add(orphan.ref().toString());
                continue;
            }
            try {
                link.writer().delete(where, Preconditions.uid(orphan.uid()));
                deleted++;
            } catch (ClusterException.NotFound | ClusterException.Stale _) {
                // Another party was faster.
            }
        }
        String left = kept.isEmpty() ? "" : "; left alone: " + String.join(", ", kept);
        return ActionResult.done("%d children deleted%s".formatted(deleted, left));
    }
}
