package dev.pawl.classes.client;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.observation.ChildReader;
import dev.pawl.classes.observation.ChildState.Ready;
import dev.pawl.classes.observation.ChildState.Rollout;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.template.TemplateDescriptor;
import dev.pawl.classes.template.Templates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the children of a class, and their pods.
final class ChildTree {
    private final ClusterClient client;
    private final ClassRuntime runtime;
    private final Selection where;

    ChildTree(ClusterClient client, ClassRuntime runtime) {
        this.client = client;
        this.runtime = runtime;
        Map.Entry<String, String> owner = TemplateDescriptor.ownerLabel(runtime.key().name());
        this.where =
                Selection.in(runtime.key().namespace()).labelled(owner.getKey(), owner.getValue());
    }

    List<ChildNode> read() {
        Map<String, List<ChildNode>> pods = pods();
        List<ChildNode> children = new ArrayList<>();
        for (ManagedKind kind : kinds()) {
            for (ResourceManifest each : client.list(kind.resource(), where).items()) {
                children.add(child(each, kind, pods));
            }
        }
        return children;
    }

    /// Returns the workloads of the class that can be broken: what pods belong to.
    List<ResourceManifest> workloads() {
        List<ResourceManifest> all = new ArrayList<>();
        for (ManagedKind kind : List.of(ManagedKind.DEPLOYMENT, ManagedKind.KNATIVE_SERVICE)) {
            if (client.serves(kind.resource())) {
                all.addAll(client.list(kind.resource(), where).items());
            }
        }
        return all;
    }

    /// Returns one role of each kind that a template manages and the server has.
    private List<ManagedKind> kinds() {
        Map<ResourceKind, ManagedKind> kinds = new LinkedHashMap<>();
        for (ManagedKind kind : ManagedKind.values()) {
            if (Templates.standard().managed().contains(kind) && client.serves(kind.resource())) {
                kinds.putIfAbsent(kind.resource(), kind);
            }
        }
        return List.copyOf(kinds.values());
    }

    private ChildNode child(
            ResourceManifest manifest, ManagedKind kind, Map<String, List<ChildNode>> pods) {
        if (!runtime.uid().equals(manifest.controllerUid())) {
            return new ChildNode(
                    kind.title(),
                    manifest.name(),
                    "not owned by this class, left alone",
                    true,
                    List.of());
        }
        Rollout rollout = ChildReader.child(manifest, kind).rollout();
        boolean hasPods = kind == ManagedKind.DEPLOYMENT || kind == ManagedKind.KNATIVE_SERVICE;
        return new ChildNode(
                kind.title(),
                manifest.name(),
                manifest.isBeingDeleted() ? "being deleted" : state(kind, rollout),
                isReady(kind, rollout),
                hasPods ? pods.getOrDefault(manifest.name(), List.of()) : List.of());
    }

    private static String state(ManagedKind kind, Rollout rollout) {
        return switch (kind) {
            case DEPLOYMENT, ODGM_DEPLOYMENT ->
                    "%d of %d ready".formatted(rollout.available(), rollout.desired());
            case KNATIVE_SERVICE -> {
                Ready ready = rollout.ready();
                if (ready == null) yield "not ready";
                if (ready.status().equals("True")) yield "ready";
                yield ready.reason() == null ? "not ready" : ready.reason();
            }
            case HPA -> "at least " + rollout.desired();
            case SERVICE, ODGM_SERVICE -> "";
        };
    }

    private static boolean isReady(ManagedKind kind, Rollout rollout) {
        return switch (kind) {
            case DEPLOYMENT, ODGM_DEPLOYMENT -> rollout.available() >= rollout.desired();
            case KNATIVE_SERVICE -> {
                Ready ready = rollout.ready();
                yield ready != null && ready.status().equals("True");
            }
            case HPA, SERVICE, ODGM_SERVICE -> true;
        };
    }

    /// Returns the pods by the name of their workload.
    private Map<String, List<ChildNode>> pods() {
        Map<String, List<ChildNode>> byWorkload = new LinkedHashMap<>();
        for (ResourceManifest each : client.list(ResourceKind.POD, where).items()) {
            PodState pod = ChildReader.pod(each);
            boolean isReady = isPodReady(each);
            String restarts = pod.restarts() == 0 ? "" : ", %d restarts".formatted(pod.restarts());
            ChildNode node =
                    new ChildNode(
                            "Pod",
                            each.name(),
                            podState(each, pod, isReady) + restarts,
                            isReady,
                            List.of());
            byWorkload.computeIfAbsent(pod.app(), _ -> new ArrayList<>()).add(node);
        }
        return byWorkload;
    }

    private static String podState(ResourceManifest manifest, PodState pod, boolean isReady) {
        PodState.Problem problem = pod.problem();
        if (problem != null) {
            return switch (problem.cause()) {
                case CRASH_LOOP -> "crash loop";
                case IMAGE_PULL -> "image cannot be pulled";
                case UNSCHEDULABLE -> "no node";
            };
        }
        if (isReady) return "ready";
        return manifest.isBeingDeleted() ? "being deleted" : "starting";
    }

    private static boolean isPodReady(ResourceManifest pod) {
        return pod.at("/status/conditions")
                .valueStream()
                .anyMatch(each ->
                        each.path("type").asString("").equals("Ready")
                                && each.path("status").asString("").equals("True"));
    }
}
